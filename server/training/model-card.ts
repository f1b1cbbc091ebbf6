import { createHash } from 'node:crypto'
import { type Pool, readDataset } from '../src/learning/dataset/dataset-file.ts'
import type { PoolRecipe, Recipe, RecipeName } from './recipes.ts'

const sourceOf = (pool: PoolRecipe): string =>
  'dsb2018' in pool
    ? `nuclei_dsb2018, class ${pool.dsb2018}, ${pool.splits.join(' and ')} fields (CC0; BBBC038, Caicedo et al. 2019)`
    : `generated ${pool.generated}, seed ${pool.seed} (our own)`

const dataRow = (pool: PoolRecipe, { fields }: Pool): string => {
  const nuclei = fields.reduce((sum, { labels }) => sum + new Set(labels).size - 1, 0)
  return `| ${sourceOf(pool)} | ${fields.length} | ${nuclei} | ${pool.share} |`
}

export interface TrainedModel {
  name: RecipeName
  /** As it was trained. */
  recipe: Recipe
  /** Path of the data set. */
  dataset: string
  model: Uint8Array
  /** How many. */
  parameters: number
}

/** Lines about what not every recipe has. */
const beginning = ({ from, blend, precision }: Recipe): string =>
  [
    from ? `- begun with the parameters of ${from}.onnx\n` : '',
    from && blend ? `- parameters: ${blend} of the trained ones and ${1 - blend} of those of ${from}.onnx\n` : '',
    precision === 'half' ? '- parameters kept in 16 bits; it computes in 32\n' : '',
  ].join('')

/** What a model is made of, as Markdown: written by the training, so that it cannot differ from what was trained. */
export async function modelCard({ name, recipe, dataset, model, parameters }: TrainedModel): Promise<string> {
  const { plan, sampling, input, pools } = recipe
  const read = await readDataset(dataset)
  const rows = pools.flatMap((pool, i) => (read[i] ? [dataRow(pool, read[i])] : []))
  return `# ${name}.onnx

Written by \`npm run train\`; what it is for and how right it is: README.md and figures.md.

- made by \`npm run train -- ${name} --steps ${plan.steps}\`: ${plan.steps} steps of ${plan.batch} patches of ${plan.patch} px, seed ${plan.seed}, highest rate ${plan.rate}
- network: U-Net at half resolution, ${plan.network.channels} to ${plan.heads.probabilities + plan.heads.values} channels, widths ${plan.network.widths.join(', ')}; ${parameters} parameters, ${model.length} bytes
${beginning(recipe)}- input: ${input}; nuclei at ${sampling.diameter} px
- sampling: \`${JSON.stringify(sampling)}\`
- SHA-256: \`${createHash('sha256').update(model).digest('hex')}\`

| training data | fields | nuclei | share of patches |
| --- | --- | --- | --- |
${rows.join('\n')}
`
}
