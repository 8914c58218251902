import { NewPasswordField } from '@tma/web/account/new-password-field';
import { SelectField, TextAreaField, TextField } from '@tma/web/ui/field';
import { FileField } from '@tma/web/ui/file-field';
import { PasswordField } from '@tma/web/ui/password-field';
import { useState } from 'react';
import { Section } from './section.tsx';

/** Fields for text, choices and files, at rest and with an error. */
export function Fields() {
  const [file, setFile] = useState<File | null>(null);
  return (
    <Section title="Fields" wide>
      <TextField label="Required" name="required" required />
      <TextField label="With a hint" hint="Where the problem is." />
      <TextField label="Wrong" defaultValue="sana@" error="Write the whole address." />
      <TextField label="Disabled" defaultValue="Mardan" disabled />
      <SelectField label="Tehsil" options={['Mardan', 'Katlang']} placeholder="Select Your Tehsil" />
      <PasswordField label="Password" defaultValue="a lantern by the canal" />
      <NewPasswordField label="New password, too short" typed="short" email="" defaultValue="short" />
      <TextAreaField label="Description" rows={3} />
      <FileField label="Image" value={file} onChange={setFile} accept="image/*" camera />
    </Section>
  );
}
