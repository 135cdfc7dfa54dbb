import { emptyRegistry, type Registry } from '@multiball/shared/schema'
import { visitorId } from './visitor'

const trying: Registry = {
  rev: 1,
  remotes: { 'mf-xy': { enabled: true, active: '1.0.0', canary: { version: '1.1.0', percent: 5 }, versions: {} } },
}

/** A browser that keeps cookies, or not. */
function browser({ keeps = true, cookies = '' } = {}) {
  const written: string[] = []
  const page = {
    get cookie() {
      return cookies
    },
    set cookie(line: string) {
      written.push(line)
      if (keeps) cookies = [cookies, line.split(';')[0]].filter(Boolean).join('; ')
    },
  }
  return { page, written }
}

test('while there is a canary a visitor gets an id, once, and keeps it', () => {
  const { page, written } = browser({ cookies: 'token=x' })
  const id = visitorId(trying, page)
  expect(id).toMatch(/^[0-9a-f]{20}$/)
  expect(visitorId(trying, page)).toBe(id)
  expect(written).toEqual([expect.stringMatching(/^mb-visitor=[0-9a-f]{20}; Path=\/; Max-Age=\d+; SameSite=Lax$/)])
})

test('two visitors are two', () => {
  expect(visitorId(trying, browser().page)).not.toBe(visitorId(trying, browser().page))
})

test('where there is no canary nobody is given a cookie', () => {
  const { page, written } = browser()
  expect(visitorId(emptyRegistry, page)).toBeUndefined()
  expect(written).toEqual([])
})

test('a browser that keeps no cookies has no id, nor has one that throws', () => {
  expect(visitorId(trying, browser({ keeps: false }).page)).toBeUndefined()
  const sandboxed = {
    get cookie() {
      return ''
    },
    set cookie(_line: string) {
      throw new DOMException('sandboxed', 'SecurityError')
    },
  }
  expect(visitorId(trying, sandboxed)).toBeUndefined()
})
