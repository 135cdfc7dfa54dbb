import { createRoot } from 'react-dom/client'
import { App } from './App'
import { readPlace } from './place'

const root = document.querySelector('#app')
if (root instanceof HTMLElement) createRoot(root).render(<App {...readPlace(root)} />)
