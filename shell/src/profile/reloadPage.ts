/** Everything that shows the profile shows it again. */
export const reloadPage = (): void => location.reload()
