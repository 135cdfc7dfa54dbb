import { devOrigin } from './developerTab'
import { showNotice } from './notice'
import type { Overrides } from './overrides'

const describe = ({ dev, pin, disable }: Overrides): string[] => [
  ...Object.entries(dev).map(([remote, port]) => `${remote} from ${devOrigin(port)}`),
  ...Object.entries(pin).map(([remote, version]) => `${remote} at ${version}`),
  ...disable.map((remote) => `${remote} off`),
]

/**
 * Shows that this tab is not what everybody sees.
 * @param problems what was refused or could not be had
 */
export function showOverrides(overrides: Overrides, problems: readonly string[], onReset: () => void): void {
  const said = describe(overrides)
  const lines = said.length > 0 ? [`Only in this tab: ${said.join(', ')}`] : []
  showNotice({
    id: 'mb-overrides-badge',
    label: 'Overrides of this tab',
    side: 'right',
    lines,
    problems,
    action: 'Reset',
    onAct: onReset,
  })
}
