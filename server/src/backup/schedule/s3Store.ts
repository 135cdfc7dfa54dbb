import { createWriteStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream as NodeReadableStream } from 'node:stream/web'
import { S3mini } from 's3mini'
import type { BackupStore } from './stores'

/** S3 takes up to 10,000 parts: 320 GB. One is in memory at a time. */
const partBytes = 32 * 1024 * 1024
/** for one part to be taken */
const patienceMs = 120_000

/**
 * Backups in a bucket of an S3-compatible store. `url` is https://KEY:SECRET@host/bucket/folder?region=eu-central-1; folder
 * and region may be missing. The bucket must be there.
 */
export function s3Store(url: string): BackupStore {
  const { origin, protocol, host, username, password, pathname, searchParams } = new URL(url)
  const [bucket = '', ...folders] = pathname.split('/').filter(Boolean)
  const prefix = folders.map((folder) => `${decodeURIComponent(folder)}/`).join('')
  const s3 = new S3mini({
    accessKeyId: decodeURIComponent(username),
    secretAccessKey: decodeURIComponent(password),
    endpoint: `${origin === 'null' ? `${protocol}//${host}` : origin}/${bucket}`,
    region: searchParams.get('region') ?? 'us-east-1',
    requestAbortTimeout: patienceMs,
  })

  async function putParts(key: string, file: Awaited<ReturnType<typeof open>>, bytes: number) {
    const upload = await s3.getMultipartUploadId(key, 'application/octet-stream')
    try {
      const parts: Awaited<ReturnType<typeof s3.uploadPart>>[] = []
      for (let at = 0; at < bytes; at += partBytes) parts.push(await s3.uploadPart(key, upload, await readPart(file, at, bytes), parts.length + 1))
      await s3.completeMultipartUpload(key, upload, parts)
    } catch (error) {
      await s3.abortMultipartUpload(key, upload).catch(() => {})
      throw error
    }
  }

  return {
    list: async () => ((await s3.listObjects('/', prefix)) ?? []).map(({ Key }) => Key.slice(prefix.length)).filter((name) => name !== '' && !name.includes('/')),
    put: async (name, from) => {
      const file = await open(from)
      try {
        const { size } = await file.stat()
        if (size > partBytes) await putParts(prefix + name, file, size)
        else await s3.putObject(prefix + name, await readPart(file, 0, size), 'application/octet-stream')
      } finally {
        await file.close()
      }
    },
    get: async (name, to) => {
      const response = await s3.getObjectResponse(prefix + name)
      if (!response?.body) throw new Error(`The store has no ${name}`)
      await pipeline(Readable.fromWeb(response.body as NodeReadableStream), createWriteStream(to, { flags: 'wx', mode: 0o600 }))
    },
    remove: async (name) => {
      if (!(await s3.deleteObject(prefix + name))) throw new Error(`The store did not remove ${name}`)
    },
  }
}

async function readPart(file: Awaited<ReturnType<typeof open>>, at: number, bytes: number): Promise<Buffer> {
  const part = Buffer.allocUnsafe(Math.min(partBytes, bytes - at))
  for (let read = 0; read < part.length; ) {
    const { bytesRead } = await file.read(part, read, part.length - read, at + read)
    if (bytesRead === 0) throw new Error('The file was cut while it was being read')
    read += bytesRead
  }
  return part
}
