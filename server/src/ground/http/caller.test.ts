import type { IncomingMessage } from 'node:http'
import Fastify from 'fastify'
import { callerOf, installCaller, networkOf } from './caller'

const spoofed = '192.0.2.66'
const client = '203.0.113.9'
const proxy = '10.0.0.1'

const caller = (proxies: number, header: string | undefined, remoteAddress: string | undefined = proxy) =>
  callerOf({ headers: { 'x-forwarded-for': header }, socket: { remoteAddress } } as unknown as IncomingMessage, proxies)

test.each([
  ['nobody in front: the header is anybody’s', 0, `${spoofed}, ${client}`, proxy],
  ['one proxy that appends: what it wrote counts', 1, `${spoofed}, ${client}`, client],
  ['one proxy that replaces', 1, client, client],
  ['one proxy that says nothing', 1, undefined, proxy],
  ['two proxies that append', 2, `${spoofed}, ${client}, 10.0.0.2`, client],
  ['more than were counted on', 1, `${client}, 10.0.0.2`, '10.0.0.2'],
  ['one proxy that writes a port', 1, `${spoofed}, ${client}:51234`, client],
  ['a port behind an address in brackets', 1, '[2001:DB8::7]:443', '2001:db8::7'],
  ['brackets alone', 1, '[2001:db8:0:0::7]', '2001:db8::7'],
  ['an IPv4 address as IPv6, with a port', 1, `[::ffff:${client}]:50001`, client],
  ['a name', 1, 'unknown', proxy],
  ['a number', 1, '3405803785', proxy],
  ['a port that is none', 1, `${client}:x`, proxy],
])('ACC-14 %s', (_title, proxies, header, expected) => {
  expect(caller(proxies, header)).toBe(expected)
})

test('ACC-14 it is the caller of the framework’s requests, too', async () => {
  const app = Fastify()
  installCaller(app, 1)
  app.get('/', async (request) => request.caller)
  expect(
    (await app.inject({ url: '/', headers: { 'x-forwarded-for': `${client}:51234` }, remoteAddress: proxy })).body,
  ).toBe(client)
  await app.close()
})

test('a connection that is gone has no caller', () => {
  expect(callerOf({ headers: {}, socket: {} } as unknown as IncomingMessage, 0)).toBe('')
})

test.each([
  ['192.0.2.7', '192.0.2.7', true],
  ['192.0.2.7', '192.0.2.8', false],
  ['2001:db8:1:2::1', '2001:db8:1:2:ffff:ffff:ffff:ffff', true],
  ['2001:db8:1:2::1', '2001:db8:1:3::1', false],
  ['', '', true],
])('ACC-14 limits count %s and %s together: %s', (one, other, expected) => {
  expect(networkOf(one) === networkOf(other)).toBe(expected)
})
