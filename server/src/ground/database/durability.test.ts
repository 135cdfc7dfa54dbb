import { whyUnfit } from '.'

const fit = { server_version_num: '150014', fsync: 'on', full_page_writes: 'on', synchronous_commit: 'on' }

test.each([
  ['as it is installed', {}, undefined],
  ['with a standby', { synchronous_commit: 'remote_apply' }, undefined],
  ['without waiting for its standby', { synchronous_commit: 'local' }, undefined],
  [
    'too old',
    { server_version_num: '140011' },
    'The PostgreSQL of DATABASE_URL is version 14: Multiball needs 15 or newer.',
  ],
  [
    'that does not sync',
    { fsync: 'off' },
    'The PostgreSQL of DATABASE_URL has fsync switched off: a power cut would lose scores. Switch it on.',
  ],
  [
    'that answers before it has written',
    { synchronous_commit: 'off' },
    'The PostgreSQL of DATABASE_URL has synchronous_commit switched off: a power cut would lose scores. Switch it on.',
  ],
  [
    'for throwing away',
    { fsync: 'off', full_page_writes: 'off' },
    'The PostgreSQL of DATABASE_URL has fsync, full_page_writes switched off: a power cut would lose scores. Switch them on.',
  ],
])('a PostgreSQL %s', (_title, settings, reason) => {
  expect(whyUnfit({ ...fit, ...settings })).toBe(reason)
})
