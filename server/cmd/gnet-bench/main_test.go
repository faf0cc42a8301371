package main

import (
	"bufio"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/panjf2000/gnet/v2"
)

func TestEveryRequestIsAnsweredOnceHoweverItIsCut(t *testing.T) {
	free, err := net.Listen("tcp4", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	at := free.Addr().String()
	free.Close()
	r := &responder{}
	go func() {
		if err := gnet.Run(r, "tcp4://"+at, gnet.WithNumEventLoop(1), gnet.WithTicker(true)); err != nil {
			t.Error(err)
		}
	}()
	var c net.Conn
	for deadline := time.Now().Add(5 * time.Second); ; time.Sleep(5 * time.Millisecond) {
		if c, err = net.Dial("tcp4", at); err == nil {
			break
		}
		if time.Now().After(deadline) {
			t.Fatal(err)
		}
	}
	defer c.Close()
	if err := c.SetDeadline(time.Now().Add(5 * time.Second)); err != nil {
		t.Fatal(err)
	}
	const request = "GET /simple HTTP/1.1\r\nHost: x\r\n\r\n"
	for _, piece := range []string{request, request + request + request[:7], request[7 : len(request)-2], request[len(request)-2:]} {
		if _, err := io.WriteString(c, piece); err != nil {
			t.Fatal(err)
		}
		time.Sleep(20 * time.Millisecond)
	}
	answers := bufio.NewReader(c)
	for n := range 4 {
		answer, err := http.ReadResponse(answers, nil)
		if err != nil {
			t.Fatalf("answer %d: %v", n, err)
		}
		body, err := io.ReadAll(answer.Body)
		if err != nil || string(body) != "hello, millions!" || !strings.HasSuffix(answer.Header.Get("Date"), "GMT") {
			t.Errorf("answer %d: %q, %v, %v", n, body, answer.Header, err)
		}
	}
	if err := c.SetReadDeadline(time.Now().Add(100 * time.Millisecond)); err != nil {
		t.Fatal(err)
	}
	if more, err := answers.Peek(1); err == nil {
		t.Errorf("a fifth answer begins with %q", more)
	}
}
