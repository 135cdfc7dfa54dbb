import { hash } from '@node-rs/argon2'
import { checkPassword, hashPassword, isCommon } from './passwords'

test.each([
  'Password1!',
  'P@ssw0rd',
  'Passw0rd123!',
  'Welcome24!',
  '!Qwerty12',
  'Admin123!',
  'L3tme1n!',
  'Iloveyou1!',
  'Abcd123!',
  'Ｐａｓｓword1!',
])('ACC-19 %s is guessed first', (password) => {
  expect(isCommon(password)).toBe(true)
})

test.each([
  'Sup3r!secret',
  'Plunger-7-lane',
  'Password-and-7-more',
  'Demo1234!',
  'Multiball-1',
  'My-password-is-9',
  'Xq7!Wm2$',
])('ACC-19 %s is not', (password) => {
  expect(isCommon(password)).toBe(false)
})

const [composed, decomposed, wide] = [
  'Ti\u1ec3u-H\u1ed5-77',
  'Tie\u0302\u0309u-Ho\u0302\u0309-77',
  'Ti\u1ec3u-H\u1ed5-\uff17\uff17',
]

test.each([composed, decomposed, wide])(
  'ACC-29 a password fits in whatever form its characters come: %j',
  async (typed) => {
    for (const chosen of [composed, decomposed])
      expect(await checkPassword(await hashPassword(chosen), typed)).toBe(true)
    expect(await checkPassword(await hashPassword('Tieu-Ho-77'), typed)).toBe(false)
  },
)

test('ACC-29 one from before characters were made equal fits as it was typed', async () => {
  expect(await checkPassword(await hash(decomposed), decomposed)).toBe(true)
  expect(await checkPassword(await hash(composed), decomposed)).toBe(true)
  expect(await checkPassword(undefined, decomposed)).toBe(false)
})
