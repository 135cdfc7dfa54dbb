/** Shares a link by what the system has. False where it has nothing, or could not. */
export async function offerShare(title: string, url: string): Promise<boolean> {
  const { share } = navigator as Partial<Navigator>
  if (!share) return false
  return share.call(navigator, { title, url }).then(
    () => true,
    // Closed by who was asked.
    (error: { name?: string }) => error.name === 'AbortError',
  )
}
