import { parseTokenCookie } from '@multiball/shared/client'
import { cookieDomain, noTokenCookie, tokenCookie } from './cookie'

test.each([
  ['', undefined],
  ['token=abc', 'abc'],
  ['theme=dark; token=abc; other=1', 'abc'],
  ['mytoken=abc', undefined],
  ['token=', undefined],
  ['token=a%2Bb%3D', 'a+b='],
  ['token=%E0%A4%A', undefined],
])('the token of %j is %j', (cookies, token) => {
  expect(parseTokenCookie(cookies)).toBe(token)
})

test.each([
  ['boards.example.com', ['example.com'], 'example.com'],
  ['example.com', ['example.com'], 'example.com'],
  ['boards.example.com', ['.example.com'], 'example.com'],
  ['boards.example.org', ['example.com', 'example.org'], 'example.org'],
  ['badexample.com', ['example.com'], undefined],
  ['example.com.evil.net', ['example.com'], undefined],
  ['localhost', ['example.com'], undefined],
  ['localhost', [], undefined],
])('ACC-13 on %s with %j the cookie belongs to %s', (host, domains, domain) => {
  expect(cookieDomain(host, domains)).toBe(domain)
})

test('ACC-13 the cookie of a hosted domain is shared there and never sent across sites', () => {
  expect(tokenCookie('a b', { domain: 'example.com', isSecure: true })).toBe(
    'token=a%20b; Path=/; Max-Age=7776000; SameSite=Strict; Secure; Domain=example.com',
  )
})

test('ACC-13 elsewhere the cookie stays with its host', () => {
  expect(tokenCookie('abc', { domain: undefined, isSecure: false })).toBe(
    'token=abc; Path=/; Max-Age=7776000; SameSite=Strict',
  )
})

test('a cookie is taken away where it was put', () => {
  expect(noTokenCookie({ domain: 'example.com', isSecure: true })).toBe(
    'token=; Path=/; Max-Age=0; SameSite=Strict; Secure; Domain=example.com',
  )
})
