import { contentSecurityPolicy } from './contentSecurityPolicy'

const directivesOf = (policy: string) =>
  new Map(policy.split('; ').map((line) => [line.split(' ')[0]!, line.split(' ').slice(1)]))

test('VST-04 a page that takes style sheets of others gives up nothing else for it', () => {
  const usual = directivesOf(contentSecurityPolicy('abc', []))
  const taking = directivesOf(contentSecurityPolicy('abc', [], { takesStyles: true }))
  expect(usual.get('style-src')).toEqual(["'self'", "'nonce-abc'"])
  // With a nonce beside it a browser would not heed 'unsafe-inline'.
  expect(taking.get('style-src')).toEqual(["'self'", "'unsafe-inline'"])
  usual.delete('style-src')
  taking.delete('style-src')
  expect([...taking]).toEqual([...usual])
  expect(taking.get('script-src')).toEqual(["'self'", "'nonce-abc'", "'strict-dynamic'"])
  expect(taking.get('require-trusted-types-for')).toEqual(["'script'"])
})
