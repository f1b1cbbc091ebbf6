import { renderPage } from '@lamella/shared/testing/render-page.tsx'
import { screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import AlgorithmRobustnessPage from './algorithm-robustness/algorithm-robustness-page.tsx'
import AreaPage from './area/area-page.tsx'
import EditTrainingPage from './new-training/edit-training-page.tsx'
import NewTrainingPage from './new-training/new-training-page.tsx'
import TrainingComparisonPage from './training-comparison/training-comparison-page.tsx'
import TrainingEvaluationPage from './training-evaluation/training-evaluation-page.tsx'
import TrainingInformationPage from './training-information/training-information-page.tsx'
import TrainingOverviewPage from './training-overview/training-overview-page.tsx'

const notAvailableText = /Training is not available yet\. It comes with a later release of Lamella\./
const newTraining = { name: 'Prepare a training', to: '/ai-trainer/new-training' }
const overview = { name: 'Back to Training Overview', to: '/ai-trainer/training-overview' }

const table: [ids: string, page: ReactNode, title: string, says: string, next: { name: string; to: string }][] = [
  ['D1-2.4-19', <TrainingOverviewPage key="" />, 'Training Overview', 'No trainings yet', newTraining],
  ['D1-2.4-21', <TrainingEvaluationPage key="" />, 'Training Evaluation', 'No trainings to evaluate', newTraining],
  ['D1-2.4-20', <AlgorithmRobustnessPage key="" />, 'Algorithm robustness', 'No trained application yet', newTraining],
  ['D1-2.4-23', <TrainingInformationPage key="" />, 'Training Information', 'There is no such training', overview],
  ['D1-2.4-22', <TrainingComparisonPage key="" />, 'Training Comparison', 'There is no such training', overview],
  ['of one training:', <EditTrainingPage key="" />, 'New Training', 'There is no such training', overview],
]

test.each(table)('%s says that training is not available yet', (_ids, page, title, says, { name, to }) => {
  renderPage(page, { at: '/ai-trainer' })
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent(title)
  expect(screen.getByRole('heading', { level: 2, name: says })).toBeVisible()
  expect(screen.getByText(notAvailableText)).toBeVisible()
  expect(screen.getByRole('link', { name })).toHaveAttribute('href', to)
})

test('D1-2.4-18 New Training says that none can be started yet, and what can be done instead', () => {
  renderPage(<NewTrainingPage />, { at: '/ai-trainer/new-training' })
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('New Training')
  expect(screen.getByRole('note')).toHaveTextContent(
    'Training is not available yet. It comes with a later release of Lamella.',
  )
  expect(screen.queryByRole('button')).not.toBeInTheDocument()
  expect(screen.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
    '/projects/new',
    '/datastorage/upload',
    '/projects',
  ])
})

test('D1-2.4-14 the empty path leads to the dashboard', () => {
  const { location } = renderPage(<AreaPage />, { at: '/ai-trainer' })
  expect(location()).toBe('/ai-trainer/dashboard')
})
