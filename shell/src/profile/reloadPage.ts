/** Everything that shows the profile shows it anew. */
export const reloadPage = (): void => location.reload()
