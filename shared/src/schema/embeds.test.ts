import * as v from 'valibot'
import { allowsSite, EmbedSettings, EmbedSite, mostSites } from './embeds'

test.each([
  ['https://example.com', 'https://example.com'],
  ['  HTTPS://Example.COM:443/  ', 'https://example.com'],
  ['https://example.com:8443', 'https://example.com:8443'],
  ['https://*.example.com', 'https://*.example.com'],
  ['https://*.Example.com/', 'https://*.example.com'],
  ['https://bücher.example', 'https://xn--bcher-kva.example'],
  ['https://*.bücher.example', 'https://*.xn--bcher-kva.example'],
  ['http://localhost:8080', 'http://localhost:8080'],
  ['http://club.localhost', 'http://club.localhost'],
  ['http://127.0.0.1:3000', 'http://127.0.0.1:3000'],
  ['http://192.168.1.20', 'http://192.168.1.20'],
  ['http://172.31.0.1', 'http://172.31.0.1'],
  ['https://203.0.113.7', 'https://203.0.113.7'],
])('%s is kept as %s', (given, kept) => {
  expect(v.parse(EmbedSite, given)).toBe(kept)
})

const isNoSite = 'Please enter a site such as https://example.com or https://*.example.com'
const isUnsafe = 'A site needs https, besides localhost and private addresses'

test.each([
  ['', isNoSite],
  ['example.com', isNoSite],
  ['https://', isNoSite],
  ['https://com', isNoSite],
  ['https://example.com/page', isNoSite],
  ['https://example.com?x=1', isNoSite],
  ['https://example.com#top', isNoSite],
  ['https://user@example.com', isNoSite],
  ['https://example.com:99999', isNoSite],
  ['https://[::1]', isNoSite],
  ['https://*', isNoSite],
  ['*', isNoSite],
  ['https://*.com', isNoSite],
  ['https://*.*.example.com', isNoSite],
  ['https://a.*.example.com', isNoSite],
  ['https://*.10.0.0.1', isNoSite],
  ['https://exa mple.com', isNoSite],
  ["https://example.com; script-src 'unsafe-inline'", isNoSite],
  ['https://example.com, https://other.example', isNoSite],
  ['https://example.com\r\nx-header: 1', isNoSite],
  ['https://example.com\u0000', isNoSite],
  ["'self'", isNoSite],
  ['javascript:alert(1)', isNoSite],
  ['data:text/html,x', isNoSite],
  ['null', isNoSite],
  [`https://${'a'.repeat(64)}.example`, isNoSite],
  [`https://${'a.'.repeat(200)}example`, isNoSite],
  ['http://example.com', isUnsafe],
  ['http://11.0.0.1', isUnsafe],
  ['http://192.168.1.20.example.com', isUnsafe],
  ['http://localhost.example.com', isUnsafe],
  ['http://*.example.com', isUnsafe],
  [12, isNoSite],
  [null, isNoSite],
])('%j is refused in words', (given, sentence) => {
  const { issues } = v.safeParse(EmbedSite, given, { abortPipeEarly: true })
  expect(issues?.map(({ message }) => message)).toEqual([sentence])
})

test('a site is kept once, and there are at most twenty', () => {
  expect(v.parse(EmbedSettings, { sites: ['https://a.example', 'https://A.example/', 'https://b.example'] })).toEqual({
    sites: ['https://a.example', 'https://b.example'],
  })
  const many = Array.from({ length: mostSites + 1 }, (_, at) => `https://a${at}.example`)
  expect(v.safeParse(EmbedSettings, { sites: many.slice(1) }).success).toBe(true)
  expect(v.safeParse(EmbedSettings, { sites: many }).issues?.[0].message).toBe('At most 20 sites')
})

const listed = ['https://partner.example', 'https://*.club.example', 'http://localhost:8080']

test.each<[string, string[], boolean]>([
  ['https://anybody.example', [], true],
  ['null', [], true],
  ['https://partner.example', listed, true],
  ['https://www.club.example', listed, true],
  ['https://a.b.club.example', listed, true],
  ['http://localhost:8080', listed, true],
  ['http://partner.example', listed, false],
  ['https://partner.example:8443', listed, false],
  ['https://www.partner.example', listed, false],
  ['https://partner.example.evil.example', listed, false],
  ['https://club.example', listed, false],
  ['https://.club.example', listed, false],
  ['http://www.club.example', listed, false],
  ['https://www.club.example:8443', listed, false],
  ['https://evilclub.example', listed, false],
  ['http://localhost:8081', listed, false],
  ['null', listed, false],
  ['', listed, false],
])('%s among %j: %s', (origin, sites, isAllowed) => {
  expect(allowsSite(sites, origin)).toBe(isAllowed)
})
