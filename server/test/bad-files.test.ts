import { startFileServer, table, testOutcomes, testWhatIsLeft } from './bad-files.ts'
import { madeBy } from './helper.ts'
import { describeWithData } from './imaging-data.ts'

/** The first file of each refusal, and some of those that are shown. All files are in bad-files.full.test.ts. */
const refused = table.filter(
  ([, status, sentence], index) =>
    status === 'processingFailed' && table.findIndex((row) => row[2] === sentence) === index,
)
const shown = table.filter(([, status]) => status === 'available').slice(0, 3)

describeWithData('D3-3-20 bad input and variants of TIFF, one file per refusal, sent to a real server', () => {
  const server = madeBy(beforeAll, startFileServer)
  afterAll(() => server.close())

  testOutcomes(server, [...refused, ...shown])

  testWhatIsLeft(server)
})
