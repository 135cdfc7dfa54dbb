import { withoutSecrets } from './errors'

test.each([
  ['/api/scoreboard/?limit=10&ordering=-id', '/api/scoreboard/?limit=10&ordering=-id'],
  ['/api/scoreboard/12/bootstrap/?key=c2VjcmV0', '/api/scoreboard/12/bootstrap/?key=…'],
  [
    '/api/scoreboard/12/bootstrap/?limit=1&k%65y=c2VjcmV0&KEY=c2VjcmV0',
    '/api/scoreboard/12/bootstrap/?limit=1&k%65y=…&KEY=…',
  ],
  ['/api/scoreboard/12/bootstrap/?key=a?b&limit=1?key=b', '/api/scoreboard/12/bootstrap/?key=…&limit=…'],
  ['/api/account/verify/short/', '/api/account/verify/…/'],
  ['/reset-password/LHAr6JPgulUuo-LXXigr16AlJbQ0', '/reset-password/…'],
  ['/api/account/send-reset-password-link/', '/api/account/send-reset-password-link/'],
  [
    '/remotes/mf-scoreboards/1.0.0-3f2a9c0b1d4e/remoteEntry.js',
    '/remotes/mf-scoreboards/1.0.0-3f2a9c0b1d4e/remoteEntry.js',
  ],
  ['/media/0f343b0931126a20f133d67c2b018a3b', '/media/…'],
])('%s in a log', (url, shown) => {
  expect(withoutSecrets(url)).toBe(shown)
})
