/** A request as bytes, and what may answer it: a status each, 0 where the connection is closed without a word. */
export interface RawRequest {
  readonly what: string;
  readonly text: string;
  readonly answers: readonly number[];
}

const EVIL = 'evil.example';
const JSON_BODY = ['Content-Type: application/json', 'Content-Length: 2'];
const UPGRADE = [
  'Connection: Upgrade',
  'Upgrade: websocket',
  'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
  'Sec-WebSocket-Version: 13',
];

/** Requests that two readers may understand in two ways, at a server that is called `host`. */
export function rawRequests(host: string): readonly RawRequest[] {
  const ours = `Host: ${host}`;
  const lines = (...all: readonly string[]) => `${all.join('\r\n')}\r\n\r\n`;
  const get = (...headers: readonly string[]) => lines('GET /v1/sessions HTTP/1.1', ...headers);
  const post = (body: string, ...headers: readonly string[]) =>
    lines('POST /v1/sessions HTTP/1.1', ours, ...headers) + body;
  const target = (line: string, ...headers: readonly string[]) => lines(line, ours, ...headers);
  const chunked = (coding: string) =>
    post('2\r\n{}\r\n0\r\n\r\n', 'Content-Type: application/json', `Transfer-Encoding: ${coding}`);
  const bad = [400];
  // Who reads the head first says that it takes no such body; who reads on, that it is none.
  const badBody = [400, 413, 415];
  return [
    { what: 'two hosts, ours first', text: get(ours, `Host: ${EVIL}`), answers: bad },
    { what: 'two hosts, ours last', text: get(`Host: ${EVIL}`, ours), answers: bad },
    {
      what: 'two hosts at an upgrade',
      text: target('GET /loom/ws HTTP/1.1', `host: ${EVIL}`, ...UPGRADE),
      answers: bad,
    },
    { what: 'no host', text: get(), answers: bad },
    { what: 'no host, as of old', text: lines('GET /v1/sessions HTTP/1.0'), answers: [421] },
    { what: 'an empty host', text: get('Host:'), answers: [421] },
    { what: 'a host on a second line', text: get(`Host: ${EVIL}`, ` ${host}`), answers: bad },
    { what: 'a space before the colon', text: get(`Host : ${host}`), answers: bad },
    { what: 'a host in the target', text: target(`GET http://${EVIL}/v1/sessions HTTP/1.1`), answers: [421] },
    {
      what: 'our host in the target alone',
      text: lines(`GET http://${host}/v1/sessions HTTP/1.1`, `Host: ${EVIL}`),
      answers: [421],
    },
    { what: 'two slashes', text: target(`GET //${EVIL}/v1/sessions HTTP/1.1`), answers: [404] },
    { what: 'a foreign host behind a proxy', text: get(`Host: ${EVIL}`, `X-Forwarded-Host: ${host}`), answers: [421] },
    {
      what: 'another host in the next request',
      text: target('GET /healthz HTTP/1.1') + get(`Host: ${EVIL}`),
      answers: [200, 421],
    },
    { what: 'two origins', text: get(ours, `Origin: http://${host}`, `Origin: https://${EVIL}`), answers: [403] },
    {
      what: 'a length and chunks',
      text: post(`0\r\n\r\n${get(ours)}`, 'Content-Length: 4', 'Transfer-Encoding: chunked'),
      answers: badBody,
    },
    { what: 'two lengths', text: post('{}', ...JSON_BODY, 'Content-Length: 40'), answers: badBody },
    {
      what: 'a length with a sign',
      text: post('{}', 'Content-Type: application/json', 'Content-Length: +2'),
      answers: badBody,
    },
    {
      what: 'a length that is too long',
      text: post('{}', 'Content-Type: application/json', 'Content-Length: 99999999999'),
      answers: [413],
    },
    { what: 'chunks by another name', text: chunked('xchunked'), answers: badBody },
    { what: 'chunks that are not last', text: chunked('chunked, identity'), answers: badBody },
    { what: 'packed chunks', text: chunked('gzip, chunked'), answers: badBody },
    {
      what: 'a chunk of less than nothing',
      text: chunked('chunked').replace('\r\n2\r\n', '\r\n-2\r\n'),
      answers: badBody,
    },
    {
      what: 'a chunk with a long remark',
      text: chunked('chunked').replace('\r\n2\r\n', `\r\n2;${'x'.repeat(100_000)}\r\n`),
      answers: badBody,
    },
    { what: 'a packed body', text: post('{}', ...JSON_BODY, 'Content-Encoding: gzip'), answers: [415] },
    { what: 'lines that end in half', text: get(ours).replaceAll('\r\n', '\n'), answers: bad },
    { what: 'NUL in a header', text: get(ours, 'X-A: a\0b'), answers: bad },
    { what: 'half an end of a line in a header', text: get(ours, 'X-A: a\rX-B: b'), answers: bad },
    { what: 'no version', text: 'GET /v1/sessions\r\n', answers: [0, 400] },
    { what: 'HTTP/2', text: 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', answers: bad },
    { what: 'TLS', text: '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03', answers: [0, 400] },
    {
      what: 'an upgrade to HTTP/2',
      text: get(ours, 'Connection: Upgrade, HTTP2-Settings', 'Upgrade: h2c', 'HTTP2-Settings: AAMAAABk'),
      answers: [404],
    },
    { what: 'a target without end', text: target(`GET /${'x'.repeat(70_000)} HTTP/1.1`), answers: [431] },
    { what: 'a header without end', text: get(ours, `X-A: ${'x'.repeat(100_000)}`), answers: [431] },
    {
      what: 'thousands of headers',
      text: get(ours, ...Array.from({ length: 3_000 }, (_, i) => `X-${i}: 1`)),
      answers: [431],
    },
    { what: 'TRACE', text: target('TRACE /v1/sessions HTTP/1.1', 'X-Secret: x'), answers: [404] },
    { what: 'CONNECT', text: target(`CONNECT ${EVIL}:443 HTTP/1.1`), answers: [0] },
    { what: 'a method that there is not', text: target('STEAL / HTTP/1.1'), answers: bad },
    { what: 'a method in a header', text: get(ours, 'X-HTTP-Method-Override: POST'), answers: [200] },
    { what: 'an upgrade by POST', text: target('POST /loom/ws HTTP/1.1', ...UPGRADE), answers: [405] },
    { what: 'an upgrade to something else', text: get(ours, 'Connection: Upgrade', 'Upgrade: foo'), answers: [404] },
    { what: 'an upgrade without a key', text: target('GET /loom/ws HTTP/1.1', ...UPGRADE.slice(0, 2)), answers: bad },
    { what: 'JSON as plain text', text: post('{}', 'Content-Type: text/plain', 'Content-Length: 2'), answers: [415] },
    {
      what: 'JSON as a remark on plain text',
      text: post('{}', 'Content-Type: text/plain;application/json', 'Content-Length: 2'),
      answers: [415],
    },
    { what: 'two types', text: post('{}', 'Content-Type: text/plain', ...JSON_BODY), answers: [415] },
    { what: 'a promise that nobody keeps', text: post('{}', ...JSON_BODY, 'Expect: 200-ok'), answers: [417] },
  ];
}
