/** Something that the operator must put right: its message is the whole explanation, without a stack. */
export class StartError extends Error {
  override name = 'StartError'
}
