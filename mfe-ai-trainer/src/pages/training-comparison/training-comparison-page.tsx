import { UnknownTraining } from '../../lib/unknown-training.tsx'

const TrainingComparisonPage = () => <UnknownTraining title="Training Comparison" />

export default TrainingComparisonPage
