/** A change that cannot be made; the message says what to do instead. */
export class ChangeRefused extends Error {
  override readonly name = 'ChangeRefused'
}
