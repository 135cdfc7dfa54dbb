import { hash, verify } from '@node-rs/argon2'

// OWASP's choice for argon2id, which is this library's default algorithm
const options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** The argon2id hash to keep of a password. */
export const hashPassword = (password: string): Promise<string> => hash(password, options)

let nobodys: Promise<string> | undefined

/** Whether the password is the one of this hash. Takes the same time where there is no hash, and is then false. */
export async function checkPassword(kept: string | undefined, password: string): Promise<boolean> {
  nobodys ??= hashPassword('nobody has this password')
  const fits = await verify(kept ?? (await nobodys), password).catch(() => false)
  return kept !== undefined && fits
}
