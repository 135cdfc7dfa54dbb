#!/usr/bin/env node
// multiball COMMAND … : what a team does with its remote, in the remote's own folder.
import { register } from 'tsx/esm/api'

register()
await import('./src/multiball.cli.ts')
