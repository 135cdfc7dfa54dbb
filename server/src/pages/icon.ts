/** The product's mark: three balls. */
export const icon = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="7" fill="#101012"/><circle cx="11" cy="19" r="6" fill="#ffb224"/><circle cx="20" cy="12" r="4" fill="#fff"/><circle cx="25" cy="20" r="2.6" fill="#8a8a92"/></svg>`
