import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

const root = path.resolve(import.meta.dirname, '../..')

/** Debian's nginx; undefined where it is not installed. */
export const findNginx = () => ['/usr/sbin/nginx', '/usr/local/sbin/nginx', '/opt/homebrew/bin/nginx'].find((file) => existsSync(file))

interface NginxOptions {
  /** absolute, empty; its parents must be open to nginx's own user */
  folder: string
  /** where `npm run remotes -- export` wrote */
  site: string
  port: number
  /** of the product behind it */
  upstream: string
}

/** Runs the configuration of docs/nginx.md, with other ports and folders and nothing else changed. */
export async function startNginx({ folder, site, port, upstream }: NginxOptions): Promise<{ url: string; stop(): Promise<void> }> {
  const [, documented = ''] = /```nginx\n(.*?)```/s.exec(readFileSync(path.join(root, 'docs/nginx.md'), 'utf8')) ?? []
  const server = documented
    .replace('listen 80;', `listen 127.0.0.1:${port};`)
    .replace('server_name boards.example.com;', '')
    .replaceAll('/srv/multiball/static', site)
    .replaceAll('http://127.0.0.1:3000', upstream.replace('localhost', '127.0.0.1'))
  mkdirSync(path.join(folder, 'logs'))
  const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `  ${name}_temp_path ${folder}/${name};\n`).join('')
  const types = existsSync('/etc/nginx/mime.types') ? '  include /etc/nginx/mime.types;\n' : '  types { text/html html; text/css css; text/javascript js; application/json json; image/svg+xml svg; font/woff2 woff2; }\n'
  const file = path.join(folder, 'nginx.conf')
  writeFileSync(file, `pid ${folder}/nginx.pid;\nerror_log ${folder}/logs/error.log;\nevents {}\nhttp {\n${types}${paths}  access_log off;\n${server}}\n`)
  const child = spawn(findNginx()!, ['-p', folder, '-c', file, '-g', 'daemon off;'], { stdio: ['ignore', 'inherit', 'inherit'] })
  const url = `http://localhost:${port}`
  while (!(await fetch(`${url}/icon.svg`).catch(() => undefined))) {
    if (child.exitCode !== null) throw new Error(`nginx ended with ${child.exitCode}: ${readFileSync(path.join(folder, 'logs/error.log'), 'utf8')}`)
    await wait(50)
  }
  return {
    url,
    stop: () =>
      new Promise((resolve) => {
        child.once('exit', () => resolve())
        child.kill('SIGTERM')
      }),
  }
}
