const startAgainMs = 30_000

/** What this page loads of itself; a page that it did not come for starts again. Never fails. */
export const orStartAgain = <Loaded>(loading: Promise<Loaded>, reload = () => location.reload()): Promise<Loaded> =>
  loading.catch(() => new Promise<never>(() => setTimeout(reload, startAgainMs)))
