import { UnknownTraining } from '../../lib/unknown-training.tsx'

const EditTrainingPage = () => <UnknownTraining title="New Training" />

export default EditTrainingPage
