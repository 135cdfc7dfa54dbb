import webpack from 'webpack'

/** Runs webpack once. @throws with the compiler's words when it fails */
export async function runWebpack(settings: webpack.Configuration): Promise<void> {
  const compiler = webpack(settings)
  await new Promise<void>((resolve, reject) => {
    compiler.run((error, stats) => {
      if (error) return reject(error)
      if (stats?.hasErrors()) return reject(new Error(stats.toString('errors-only')))
      compiler.close((closing) => (closing ? reject(closing) : resolve()))
    })
  })
}
