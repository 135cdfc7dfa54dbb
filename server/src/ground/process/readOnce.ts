/** Reads when it is first asked, and keeps what it found. All that ask during a read share it; one that failed is not kept. */
export function readOnce<Found>(read: () => Promise<Found>): () => Promise<Found> {
  let kept: Promise<Found> | undefined
  return () =>
    (kept ??= read().catch((error: unknown) => {
      kept = undefined
      throw error
    }))
}
