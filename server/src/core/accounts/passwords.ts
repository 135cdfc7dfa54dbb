import { hash, verify } from '@node-rs/argon2'
import { invalid } from '../../ground/http/refusals'
import { readOnce } from '../../ground/process/readOnce'

// OWASP's choice for argon2id, which is this library's default algorithm
const options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** Keyboards send one character in several forms (NIST SP 800-63B, 5.1.1.2). */
const normal = (password: string) => password.normalize('NFKC')

/** The argon2id hash to store for a password, in whatever form it was typed. @param salt 16 bytes; without it they are random */
export const hashPassword = (password: string, salt?: Buffer): Promise<string> =>
  hash(normal(password), { ...options, salt })

// The words that most guesses are made of, in letters only.
const commonWords = new Set(
  `abc abcd abcde abcdef admin administrator asdf asdfgh asdfghjkl azerty baseball basketball batman changeme charlie
  computer default dragon football freedom google guest hello iloveyou internet jordan letmein login london love
  master michael monkey mustang mypassword ninja pass passw passwd password passwort pinball princess qazwsx qwert
  qwerty qwertyuiop qwertz root samsung secret shadow soccer spring starwars summer sunshine superman temp test
  trustno user welcome whatever winter zaqwsx`.split(/\s+/),
)

const meantBy: Record<string, string> = {
  '@': 'a',
  '4': 'a',
  '3': 'e',
  '1': 'i',
  '!': 'i',
  '0': 'o',
  $: 's',
  '5': 's',
  '7': 't',
}
const lettersOf = (text: string) => text.replace(/[@431!0$57]/g, (sign) => meantBy[sign]!)

/** Digits and signs that people put around a word to satisfy a rule. */
const maxPadding = 4

/** Whether a password is one that is guessed first: a common word, in whatever spelling, with a little around it. */
export function isCommon(password: string): boolean {
  const text = normal(password).toLowerCase()
  for (let start = 0; start <= maxPadding; start += 1) {
    for (let end = 0; start + end <= maxPadding; end += 1) {
      const [around, word] = [
        text.slice(0, start) + text.slice(text.length - end),
        text.slice(start, text.length - end),
      ]
      if (!/[a-z]/.test(around) && commonWords.has(lettersOf(word))) return true
    }
  }
  return false
}

/** The same for a password that somebody has just chosen. Throws 400, under the name of its field, for a common one. */
export function hashNewPassword(password: string, field = 'password'): Promise<string> {
  if (isCommon(password)) throw invalid({ [field]: ['This password is too common. Please choose another one'] })
  return hashPassword(password)
}

/** In place of the hash of an account that has ended and is being removed. */
export const leaving = 'leaving'

/** Accounts that must not log in have something else in place of a hash. */
const isHash = (kept: string | undefined): kept is string => kept?.startsWith('$argon2') ?? false

const dummyHash = readOnce(() => hashPassword('no account has this password'))

/** Whether the password matches this hash. Without a hash it is false, and takes the same time. */
export async function checkPassword(kept: string | undefined, password: string): Promise<boolean> {
  const compared = isHash(kept) ? kept : await dummyHash()
  // Hashes of earlier versions are of what was typed.
  const forms = new Set([normal(password), password])
  let fits = false
  for (const form of forms) fits = (await verify(compared, form)) || fits
  return isHash(kept) && fits
}
