import { isNetwork, mayCall, networkIn } from './networks'

test.each([
  ['8.8.8.8', true],
  ['2606:4700::1111', true],
  ['::ffff:8.8.8.8', true],
  ['127.0.0.1', false],
  ['127.255.1.2', false],
  ['0.0.0.0', false],
  ['0.1.2.3', false],
  ['10.1.2.3', false],
  ['172.16.0.1', false],
  ['192.168.1.1', false],
  ['169.254.169.254', false],
  ['100.64.0.1', false],
  ['192.0.0.8', false],
  ['198.18.0.1', false],
  ['224.0.0.1', false],
  ['240.0.0.1', false],
  ['255.255.255.255', false],
  ['::1', false],
  ['::', false],
  ['::ffff:127.0.0.1', false],
  ['::ffff:a9fe:a9fe', false],
  ['::a00:1', false],
  ['64:ff9b::a00:1', false],
  ['2002:a00:1::', false],
  ['2001::1', false],
  ['fc00::1', false],
  ['fd12:3456::1', false],
  ['fe80::1', false],
  ['fec0::1', false],
  ['ff02::1', false],
  ['2001:db8::1', false],
  ['localhost', false],
])('HOK-05 %s may be called over https: %s; over http nothing may', (address, expected) => {
  expect([mayCall(address, true, []), mayCall(address, false, [])]).toEqual([expected, false])
})

test('HOK-06 what the operator names may be called in any way, and nothing else because of it', () => {
  const networks = ['192.168.1.0/24', '127.0.0.1', 'fd00::/8'].map(networkIn)
  for (const address of ['192.168.1.77', '::ffff:192.168.1.77', '127.0.0.1', 'fd00::1'])
    expect([address, mayCall(address, false, networks)]).toEqual([address, true])
  for (const address of ['192.168.2.1', '127.0.0.2', '::1', 'fe80::1'])
    expect([address, mayCall(address, true, networks)]).toEqual([address, false])
})

test.each([
  ['10.0.0.0/8', true],
  ['10.0.0.1', true],
  ['::1', true],
  ['10.0.0.0/33', false],
  ['home', false],
  ['', false],
])('%j is a network: %s', (text, expected) => {
  expect(isNetwork(text)).toBe(expected)
})
