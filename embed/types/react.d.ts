/*
 * <multiball-board> in JSX, for React 17, 18 and 19. React keeps `key` for itself: a private board is opened with `viewer-key`.
 */

import type { DetailedHTMLProps, HTMLAttributes } from 'react'
import type { BoardAttributes, BoardElement } from './board'

type BoardProps = DetailedHTMLProps<HTMLAttributes<BoardElement>, BoardElement> & Omit<BoardAttributes, 'key'>

declare module 'react' {
  namespace JSX {
    interface IntrinsicElements {
      'multiball-board': BoardProps
    }
  }
}

declare global {
  namespace JSX {
    interface IntrinsicElements {
      'multiball-board': BoardProps
    }
  }
}
