import { TrainingNotFound } from '../../lib/training-not-found.tsx'

const TrainingComparisonPage = () => <TrainingNotFound title="Training Comparison" />

export default TrainingComparisonPage
