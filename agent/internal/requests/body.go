package requests

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"os"
)

// Bytes are what is sent, of a text before its variables are filled in. A file is read, and is refused when it is not the one that was asked for.
func (b *Body) Bytes() ([]byte, error) {
	if b == nil {
		return nil, nil
	}
	switch b.Kind {
	case Text:
		return []byte(b.Text), nil
	case Base64:
		return base64.StdEncoding.DecodeString(b.Base64)
	}
	content, err := readAtMost(b.Path, FileBytesMost)
	if err != nil {
		return nil, fmt.Errorf("the body %s: %w", b.FileName, err)
	}
	if sum := sha256.Sum256(content); hex.EncodeToString(sum[:]) != b.SHA256 {
		return nil, fmt.Errorf("the body %s is not what was asked for: %s has the SHA-256 %x", b.FileName, b.Path, sum)
	}
	return content, nil
}

const fileBytesMost = 64 << 20

// Read takes a file of requests and checks it. A field that is not known is refused: what it asks for would not be done.
func Read(path string) (File, error) {
	text, err := readAtMost(path, fileBytesMost)
	if err != nil {
		return File{}, err
	}
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.DisallowUnknownFields()
	var file File
	if err := decoder.Decode(&file); err != nil {
		return File{}, fmt.Errorf("%s is no file of requests: %w", path, err)
	}
	if err := file.Check(); err != nil {
		return File{}, fmt.Errorf("%s cannot be sent: %w", path, err)
	}
	return file, nil
}

func readAtMost(path string, most int64) ([]byte, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	content, err := io.ReadAll(io.LimitReader(file, most+1))
	if err == nil && int64(len(content)) > most {
		err = fmt.Errorf("%s is longer than %d bytes", path, most)
	}
	return content, err
}

// Described is what was sent as a body, without it.
type Described struct {
	Kind      string `json:"kind"`
	SizeBytes int64  `json:"sizeBytes"` // of a text before its variables are filled in
	SHA256    string `json:"sha256,omitempty"`
	FileName  string `json:"fileName,omitempty"`
}

// Described is nil for no body.
func (b *Body) Described() *Described {
	if b == nil {
		return nil
	}
	d := &Described{Kind: b.Kind, SizeBytes: b.SizeBytes, SHA256: b.SHA256, FileName: b.FileName}
	if b.Kind != Stored {
		content, _ := b.Bytes()
		d.SizeBytes = int64(len(content))
	}
	return d
}
