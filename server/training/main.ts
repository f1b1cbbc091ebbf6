/** `npm run train -- <recipe>`: makes a base model. Interrupted, it goes on where it was. */
import { existsSync } from 'node:fs'
import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { writeDataset } from '../src/learning/dataset/dataset-file.ts'
import { nucleusModel } from '../src/learning/nucleus-model.ts'
import { runTraining } from '../src/learning/process/run-training.ts'
import { isRecipe, type Recipe, recipes } from './recipes.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    data: {
      type: 'string',
      default: process.env.LAMELLA_TEST_DATA ?? join(import.meta.dirname, '../../../shared/data'),
    },
    work: { type: 'string', default: join(import.meta.dirname, '../../data/training') },
    out: { type: 'string' },
    steps: { type: 'string' },
    threads: { type: 'string' },
  },
})
const [name = ''] = positionals
if (!isRecipe(name)) {
  console.error(`Name a recipe: ${Object.keys(recipes).join(', ')}.`)
  process.exit(2)
}
const recipe: Recipe = recipes[name]
const plan = {
  ...recipe.plan,
  ...(values.steps ? { steps: Number(values.steps) } : {}),
  ...(values.threads ? { threads: Number(values.threads) } : {}),
}
const folder = join(values.work, name)
const dataset = join(values.work, `${name}.dataset`)
await mkdir(values.work, { recursive: true })
if (!existsSync(dataset)) {
  console.log('Collecting fields')
  await writeDataset(`${dataset}.new`, await recipe.pools(values.data))
  await rename(`${dataset}.new`, dataset)
}
const { sampling, input } = recipe
// A training may be continued with another number of threads.
const run = JSON.stringify({ name, plan: { ...plan, threads: 0 }, sampling })
const order = { dataset, folder, run, plan, sampling, checkpointEvery: 100 }
const began = performance.now()
const parameters = await runTraining(
  order,
  ({ step, loss, secondsPerStep }) => {
    const minutes = ((plan.steps - step) * secondsPerStep) / 60
    console.log(
      `step ${step} of ${plan.steps}, loss ${loss.toFixed(4)}, ${secondsPerStep.toFixed(3)} s a step, ${minutes.toFixed(0)} min to go`,
    )
  },
  new AbortController().signal,
)
const out = values.out ?? join(import.meta.dirname, '../src/learning/models', `${name}.onnx`)
await writeFile(out, nucleusModel(plan.network, parameters, input, sampling.diameter))
console.log(`${out} after ${((performance.now() - began) / 60_000).toFixed(1)} min`)
