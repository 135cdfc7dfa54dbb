/** Lets the page do what it has to do; what follows is a task of its own. */
export const pause = (): Promise<void> => new Promise((resolve) => setTimeout(resolve))
