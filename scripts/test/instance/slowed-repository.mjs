// @ts-check
import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** Answers any request with a few bytes, after so many turns of a loop. A thread for each connection. */
const SERVER = `
#include <arpa/inet.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>
#include "turns.h"

static const char ANSWER[] = "HTTP/1.1 200 OK\\r\\nContent-Length: 2\\r\\n\\r\\nok";
static volatile uint64_t sink;

static void work(void) {
  uint64_t x = 88172645463325252ull;
  for (int i = 0; i < TURNS; i++) { x ^= x << 13; x ^= x >> 7; x ^= x << 17; }
  sink = x;
}

static void *serve(void *given) {
  int fd = (int)(intptr_t)given, one = 1;
  char buffer[4096];
  size_t held = 0;
  setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
  for (;;) {
    ssize_t got = read(fd, buffer + held, sizeof buffer - 1 - held);
    if (got <= 0) break;
    held += got;
    buffer[held] = 0;
    char *end;
    while ((end = strstr(buffer, "\\r\\n\\r\\n")) != NULL) {
      size_t rest = held - (end + 4 - buffer);
      work();
      if (write(fd, ANSWER, sizeof ANSWER - 1) < 0) { close(fd); return NULL; }
      memmove(buffer, end + 4, rest);
      held = rest;
      buffer[held] = 0;
    }
    if (held == sizeof buffer - 1) break;
  }
  close(fd);
  return NULL;
}

int main(int argc, char **argv) {
  int one = 1, listener = socket(AF_INET, SOCK_STREAM, 0);
  struct sockaddr_in at = { .sin_family = AF_INET, .sin_port = htons(atoi(argv[argc - 1])) };
  inet_pton(AF_INET, "127.0.0.1", &at.sin_addr);
  setsockopt(listener, SOL_SOCKET, SO_REUSEADDR, &one, sizeof one);
  if (bind(listener, (struct sockaddr *)&at, sizeof at) < 0 || listen(listener, 128) < 0) return 1;
  for (;;) {
    int fd = accept(listener, NULL, NULL);
    pthread_t thread;
    if (fd >= 0 && pthread_create(&thread, NULL, serve, (void *)(intptr_t)fd) == 0) pthread_detach(thread);
  }
}
`;

/** Most of a request's CPU time, so that a fifth more of it is a fifth more of that. */
const TURNS = 150_000;

/**
 * A git repository of a server that takes more CPU time for each request from one commit on.
 *
 * @param {string} folder
 * @param {{ commits: number, slowAt: number, more: number }} planted the commit, from 0, and by which share it is slower
 * @returns {string[]} the commits, the oldest first
 */
export function makeSlowedRepository(folder, { commits, slowAt, more }) {
  mkdirSync(folder);
  const git = (/** @type {string[]} */ ...args) =>
    execFileSync('git', ['-C', folder, '-c', 'user.name=Lab', '-c', 'user.email=lab@example.org', ...args], {
      encoding: 'utf8',
      env: { ...process.env, GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_SYSTEM: '/dev/null' },
    }).trim();
  git('init', '-q', '-b', 'main');
  writeFileSync(path.join(folder, 'server.c'), SERVER);
  return Array.from({ length: commits }, (_, at) => {
    writeFileSync(
      path.join(folder, 'turns.h'),
      `#define TURNS ${Math.round(at < slowAt ? TURNS : TURNS * (1 + more))}\n`,
    );
    writeFileSync(path.join(folder, 'version'), `${at}\n`);
    git('add', '-A');
    git('commit', '-q', '-m', at === slowAt ? 'Check each request twice' : `Say more of version ${at}`);
    return git('rev-parse', 'HEAD');
  });
}

/** How a host's file names it. @param {string} git @param {number} port @param {string} user */
export const slowedTarget = (git, port, user) => ({
  argv: ['{{program}}', String(port)],
  port,
  healthPath: '/',
  identityFiles: [],
  source: {
    git,
    branch: 'main',
    build: ['/usr/bin/gcc', '-O2', '-pthread', '-o', 'server', 'server.c'],
    program: 'server',
    user,
  },
});
