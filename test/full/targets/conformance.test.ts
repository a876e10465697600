// Does each adapter cut off what is too long?
import { subjects } from '../../targets/fakes/subjects.ts';
import { conforms } from '../../targets/subject.ts';

for (const subject of subjects) conforms(subject, 'heavy');
