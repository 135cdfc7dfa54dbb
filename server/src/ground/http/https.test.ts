import { httpsAddress } from './https'

const publicUrl = 'https://boards.example.com'

describe('ACC-01 http is sent to https', () => {
  test.each([
    ['behind a proxy', 'http', 'boards.example.org', '/login?next=1', 'https://boards.example.org/login?next=1'],
    ['with a port', 'http', 'boards.example.org:8080', '/', 'https://boards.example.org:8080/'],
    ['the first of several proxies counts', 'HTTP, https', 'a.example', '/', 'https://a.example/'],
    ['a host that is none', 'http', 'evil.example/@x', '/a', 'https://boards.example.com/a'],
    ['already https', 'https', 'boards.example.org', '/', undefined],
    ['no proxy', undefined, 'boards.example.org', '/', undefined],
    ['localhost', 'http', 'localhost:3000', '/', undefined],
    ['127.0.0.1', 'http', '127.0.0.1', '/', undefined],
    ['a name that begins like localhost', 'http', 'localhost.example.com', '/', 'https://localhost.example.com/'],
  ])('%s', (_title, protocol, host, url, address) => {
    expect(httpsAddress({ protocol, host, url }, publicUrl)).toBe(address)
  })
})
