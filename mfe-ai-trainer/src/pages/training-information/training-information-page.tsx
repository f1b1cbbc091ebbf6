import { UnknownTraining } from '../../lib/unknown-training.tsx'

const TrainingInformationPage = () => <UnknownTraining title="Training Information" />

export default TrainingInformationPage
