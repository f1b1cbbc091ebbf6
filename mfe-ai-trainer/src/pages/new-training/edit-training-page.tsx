import { TrainingNotFound } from '../../lib/training-not-found.tsx'

const EditTrainingPage = () => <TrainingNotFound title="New Training" />

export default EditTrainingPage
