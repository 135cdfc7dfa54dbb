import { preparedData, startProduct } from './product'

/** jest's globalSetup: what a first start of the product makes, once, for all products of the run to begin with. */
export default async function globalSetup(): Promise<void> {
  const product = await startProduct()
  await product.end()
  process.env[preparedData] = product.dataFolder
}
