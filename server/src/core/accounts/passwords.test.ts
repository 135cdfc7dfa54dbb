import { isCommon } from './passwords'

test.each(['Password1!', 'P@ssw0rd', 'Passw0rd123!', 'Welcome24!', '!Qwerty12', 'Admin123!', 'L3tme1n!', 'Iloveyou1!', 'Abcd123!'])(
  'ACC-19 %s is guessed first',
  (password) => {
    expect(isCommon(password)).toBe(true)
  },
)

test.each(['Sup3r!secret', 'Plunger-7-lane', 'Password-and-7-more', 'Demo1234!', 'Multiball-1', 'My-password-is-9', 'Xq7!Wm2$'])('ACC-19 %s is not', (password) => {
  expect(isCommon(password)).toBe(false)
})
