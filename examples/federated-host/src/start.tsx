import { createRoot } from 'react-dom/client'
import { App } from './App'
import type { BoardType } from './boards'

const root = document.querySelector('#app')
if (root instanceof HTMLElement)
  createRoot(root).render(<App type={root.dataset.type as BoardType} board={Number(root.dataset.board)} />)
