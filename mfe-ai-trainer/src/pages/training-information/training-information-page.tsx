import { TrainingNotFound } from '../../lib/training-not-found.tsx'

const TrainingInformationPage = () => <TrainingNotFound title="Training Information" />

export default TrainingInformationPage
