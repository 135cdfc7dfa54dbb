// The boundary that module federation needs: everything after it may wait for shared modules.
void import('./start')

export {}
