import * as v from 'valibot'
import { siteProblem, sitesFormSchema, withTyped } from './sitesDraft'

test.each([
  ['', undefined],
  ['https://example.com', undefined],
  ['example.com', undefined],
  [' https://*.example.com ', undefined],
  ['http://localhost:8080', undefined],
  ['http://192.168.1.4', undefined],
  ['*', 'Leave the list empty to allow any site'],
  ['https://*', 'Leave the list empty to allow any site'],
  ['http://example.com', 'A site needs https, besides localhost and private addresses'],
  ['https://example.com/blog/first', 'A site is its name alone: https://example.com'],
  ['example.com?page=1', 'A site is its name alone: https://example.com'],
  ['ftp://example.com', 'Please enter a site such as https://example.com or https://*.example.com'],
  ['not a site', 'Please enter a site such as https://example.com or https://*.example.com'],
  ['https://listed.example', 'This site is in the list already'],
  ['HTTPS://Listed.example/', 'This site is in the list already'],
])('typed %j: %s', (typed, problem) => expect(siteProblem(typed, ['https://listed.example'])).toBe(problem))

test('the twenty-first site is one too many', () => {
  const sites = Array.from({ length: 20 }, (_, at) => `https://site${at}.example`)
  expect(siteProblem('https://one.example', sites.slice(1))).toBeUndefined()
  expect(siteProblem('https://one.example', sites)).toBe('At most 20 sites')
})

test('what is typed and not added is saved too, as a browser writes it', () => {
  expect(withTyped({ sites: ['https://a.example'], typed: '' })).toEqual(['https://a.example'])
  const read = v.safeParse(sitesFormSchema, { sites: ['https://a.example'], typed: 'B.example' })
  expect(read.output).toEqual({ sites: ['https://a.example', 'https://b.example'], typed: '' })
  expect(
    v
      .safeParse(sitesFormSchema, { sites: [], typed: 'nothing at all' })
      .issues?.map(({ path }) => path?.map(({ key }) => key)),
  ).toEqual([['typed']])
})
