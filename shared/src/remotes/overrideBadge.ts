import { devOrigin, type Overrides } from './overrides'

const describe = ({ dev, pin, disable }: Overrides): string[] => [
  ...Object.entries(dev).map(([remote, port]) => `${remote} from ${devOrigin(port)}`),
  ...Object.entries(pin).map(([remote, version]) => `${remote} at ${version}`),
  ...disable.map((remote) => `${remote} off`),
]

const styles = {
  badge:
    'position:fixed;z-index:2147483000;right:12px;bottom:calc(76px + env(safe-area-inset-bottom));max-width:min(480px,calc(100vw - 24px));box-sizing:border-box;' +
    'display:flex;gap:12px;align-items:center;padding:8px 8px 8px 14px;border-radius:10px;border:1px solid #ffb224;background:#1c1607;color:#ffe2a8;' +
    'font:500 13px/18px system-ui,sans-serif;box-shadow:0 6px 24px rgba(0,0,0,.4)',
  lines: 'display:grid;gap:2px;min-width:0;overflow-wrap:anywhere',
  problem: 'color:#ff9a8a',
  reset: 'flex:none;min-height:32px;padding:0 12px;border-radius:7px;border:1px solid #7a5a1c;background:#2c220a;color:inherit;font:inherit;cursor:pointer',
}

function element(tag: string, style: string, text = ''): HTMLElement {
  const made = document.createElement(tag)
  // Through the object model: an attribute would be the policy's business.
  made.style.cssText = style
  made.textContent = text
  return made
}

/**
 * Shows that this tab is not what everybody sees, in text nodes and without React: it must stand when nothing else does.
 * @param problems what was refused or could not be had
 */
export function showOverrides(overrides: Overrides, problems: readonly string[], onReset: () => void): void {
  document.getElementById('mb-overrides-badge')?.remove()
  const badge = element('aside', styles.badge)
  badge.id = 'mb-overrides-badge'
  badge.setAttribute('aria-label', 'Overrides of this tab')
  const lines = element('div', styles.lines)
  const said = describe(overrides)
  if (said.length > 0) lines.append(element('span', '', `Only in this tab: ${said.join(', ')}`))
  for (const problem of problems) lines.append(element('span', styles.problem, problem))
  const reset = element('button', styles.reset, 'Reset') as HTMLButtonElement
  reset.type = 'button'
  reset.addEventListener('click', onReset)
  badge.append(lines, reset)
  document.body.append(badge)
}
