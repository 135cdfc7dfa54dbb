/*
 * The floor: one loop that takes a post, puts its state into a frame and sends it to each viewer, in C without any
 * library. It stores nothing, checks nothing, and drops what a viewer does not take at once. sendLoop PORT
 */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/tcp.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

enum { mostConnections = 16384, requestBytes = 8192 };

/* What has arrived of a request; viewers have none. */
static char *requests[mostConnections];
static int lengths[mostConnections];
static int viewers[mostConnections];
static int viewerCount = 0;

static void sha1(const unsigned char *text, size_t length, unsigned char digest[20]) {
  uint32_t h[5] = {0x67452301, 0xEFCDAB89, 0x98BADCFE, 0x10325476, 0xC3D2E1F0};
  unsigned char padded[192] = {0};
  size_t blocks = (length + 8) / 64 + 1;
  memcpy(padded, text, length);
  padded[length] = 0x80;
  for (int byte = 0; byte < 8; byte++) padded[blocks * 64 - 1 - byte] = (unsigned char)(((uint64_t)length * 8) >> (8 * byte));
  for (size_t block = 0; block < blocks; block++) {
    uint32_t w[80];
    for (int i = 0; i < 16; i++) {
      const unsigned char *at = padded + block * 64 + i * 4;
      w[i] = (uint32_t)at[0] << 24 | (uint32_t)at[1] << 16 | (uint32_t)at[2] << 8 | at[3];
    }
    for (int i = 16; i < 80; i++) {
      uint32_t x = w[i - 3] ^ w[i - 8] ^ w[i - 14] ^ w[i - 16];
      w[i] = x << 1 | x >> 31;
    }
    uint32_t a = h[0], b = h[1], c = h[2], d = h[3], e = h[4];
    for (int i = 0; i < 80; i++) {
      uint32_t f = i < 20 ? (b & c) | (~b & d) : i < 40 ? b ^ c ^ d : i < 60 ? (b & c) | (b & d) | (c & d) : b ^ c ^ d;
      uint32_t k = i < 20 ? 0x5A827999 : i < 40 ? 0x6ED9EBA1 : i < 60 ? 0x8F1BBCDC : 0xCA62C1D6;
      uint32_t next = (a << 5 | a >> 27) + f + e + k + w[i];
      e = d, d = c, c = b << 30 | b >> 2, b = a, a = next;
    }
    h[0] += a, h[1] += b, h[2] += c, h[3] += d, h[4] += e;
  }
  for (int i = 0; i < 20; i++) digest[i] = (unsigned char)(h[i / 4] >> (24 - 8 * (i % 4)));
}

/* RFC 6455, 4.2.2: what proves that the key was read. */
static void acceptOf(const char *key, char accept[29]) {
  static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  unsigned char text[64], digest[21] = {0};
  memcpy(text, key, 24);
  memcpy(text + 24, "258EAFA5-E914-47DA-95CA-C5AB0DC85B11", 36);
  sha1(text, 60, digest);
  for (int i = 0; i < 7; i++) {
    uint32_t three = (uint32_t)digest[i * 3] << 16 | (uint32_t)digest[i * 3 + 1] << 8 | digest[i * 3 + 2];
    for (int j = 0; j < 4; j++) accept[i * 4 + j] = letters[three >> (18 - 6 * j) & 63];
  }
  accept[27] = '=';
  accept[28] = 0;
}

static long long numberOf(const char *body, const char *field) {
  const char *at = strstr(body, field);
  return at ? atoll(at + strlen(field)) : 0;
}

/* The state of a posted entry as one frame, of the same shape as everyone else's. */
static int frameOf(const char *body, char *frame) {
  const char *modes = strstr(body, "\"game_modes\":[");
  const char *end = modes ? strchr(modes, ']') : NULL;
  int length = sprintf(frame + 4,
    "{\"type\":\"SCORES\",\"name\":\"scoreboard:1:scores\",\"data\":[{\"id\":1,\"venuemachine_id\":1,\"scores\":["
    "{\"position\":1,\"score\":%lld,\"player\":null},{\"position\":2,\"score\":%lld,\"player\":null},"
    "{\"position\":3,\"score\":%lld,\"player\":null},{\"position\":4,\"score\":%lld,\"player\":null}],"
    "\"current_player\":%lld,\"current_ball\":%lld,\"settled_on\":null,%.*s}],\"epoch\":\"aaaaaaaaaaaaaaaa\",\"seq\":%lld}",
    numberOf(body, "\"current_p1_score\":"), numberOf(body, "\"current_p2_score\":"), numberOf(body, "\"current_p3_score\":"),
    numberOf(body, "\"current_p4_score\":"), numberOf(body, "\"current_player\":"), numberOf(body, "\"current_ball\":"),
    end ? (int)(end - modes + 1) : 0, end ? modes : "", numberOf(body, "\"session_sequence\":"));
  frame[0] = (char)0x81;
  frame[1] = 126;
  frame[2] = (char)(length >> 8);
  frame[3] = (char)length;
  return length + 4;
}

static void reply(int connection, const char *text) {
  if (send(connection, text, strlen(text), MSG_NOSIGNAL) < 0) perror("send");
}

static void leave(int connection) {
  for (int i = 0; i < viewerCount; i++) {
    if (viewers[i] == connection) viewers[i--] = viewers[--viewerCount];
  }
  free(requests[connection]);
  requests[connection] = NULL;
  close(connection);
}

/* Takes one whole request; answers its length, or 0 where more of it must arrive. */
static int take(int connection, char *request) {
  char *body = strstr(request, "\r\n\r\n");
  if (!body) return 0;
  body += 4;
  char *key = strcasestr(request, "sec-websocket-key: ");
  if (key && key < body) {
    char accept[29], answer[256];
    acceptOf(key + 19, accept);
    sprintf(answer, "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: %s\r\n\r\n", accept);
    viewers[viewerCount++] = connection;
    free(requests[connection]);
    requests[connection] = NULL;
    reply(connection, answer);
    return 0;
  }
  char *field = strcasestr(request, "content-length: ");
  int length = field && field < body ? atoi(field + 16) : 0;
  if ((int)strlen(body) < length) return 0;
  if (length > 0) {
    static char frame[requestBytes * 2];
    int bytes = frameOf(body, frame);
    for (int i = 0; i < viewerCount; i++) send(viewers[i], frame, (size_t)bytes, MSG_NOSIGNAL | MSG_DONTWAIT);
  }
  reply(connection, "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 41\r\n\r\n{\"scores\":[{\"position\":1,\"player\":null}]}");
  return (int)(body - request) + length;
}

static void hear(int connection) {
  if (!requests[connection]) {
    /* Viewers say nothing that matters. */
    char ignored[4096];
    if (recv(connection, ignored, sizeof ignored, MSG_DONTWAIT) <= 0 && errno != EAGAIN) leave(connection);
    return;
  }
  char *request = requests[connection];
  ssize_t got = recv(connection, request + lengths[connection], (size_t)(requestBytes - 1 - lengths[connection]), MSG_DONTWAIT);
  if (got <= 0) return leave(connection);
  lengths[connection] += (int)got;
  request[lengths[connection]] = 0;
  for (int used; (used = take(connection, request)) > 0;) {
    lengths[connection] -= used;
    memmove(request, request + used, (size_t)lengths[connection] + 1);
  }
}

int main(int count, char **given) {
  if (count < 2) return 1;
  int one = 1, server = socket(AF_INET, SOCK_STREAM, 0), poll = epoll_create1(0);
  struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons((uint16_t)atoi(given[1])), .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
  setsockopt(server, SOL_SOCKET, SO_REUSEADDR, &one, sizeof one);
  if (bind(server, (struct sockaddr *)&address, sizeof address) < 0 || listen(server, 1024) < 0) return perror("listen"), 1;
  struct epoll_event event = {.events = EPOLLIN, .data.fd = server}, events[256];
  epoll_ctl(poll, EPOLL_CTL_ADD, server, &event);
  for (;;) {
    int ready = epoll_wait(poll, events, 256, -1);
    for (int i = 0; i < ready; i++) {
      if (events[i].data.fd != server) {
        hear(events[i].data.fd);
        continue;
      }
      int connection = accept(server, NULL, NULL);
      if (connection < 0 || connection >= mostConnections) continue;
      setsockopt(connection, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
      requests[connection] = calloc(1, requestBytes);
      lengths[connection] = 0;
      event.data.fd = connection;
      epoll_ctl(poll, EPOLL_CTL_ADD, connection, &event);
    }
  }
}
