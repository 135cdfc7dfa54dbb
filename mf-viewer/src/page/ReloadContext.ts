import { createContext } from 'react'
import { reloadPage } from '../kiosk/reloadPage'

/** How a board has its page loaded again; on a TV that would not be the same one afterwards, the board starts over. */
export const ReloadContext = createContext(reloadPage)
