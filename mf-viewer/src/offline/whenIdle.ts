const hasPage = () => (document.readyState === 'complete' ? Promise.resolve() : new Promise<void>((resolve) => addEventListener('load', () => resolve(), { once: true })))

/** Old browsers have no idle time that they tell of. */
const idle = () => new Promise<void>((resolve) => ('requestIdleCallback' in globalThis ? requestIdleCallback(() => resolve(), { timeout: 5000 }) : setTimeout(resolve, 1000)))

/** Resolves when the page is loaded and has nothing better to do. */
export const whenIdle = (): Promise<void> => hasPage().then(idle)
