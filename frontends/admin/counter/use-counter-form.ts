import { limits } from '@tma/contracts/limits';
import { documentsOf } from '@tma/contracts/reports/issues';
import { useConfig } from '@tma/web/api/portal-config';
import { upload, wasStopped } from '@tma/web/api/upload';
import { newRequestError } from '@tma/web/errors/error-texts';
import { refusedFile } from '@tma/web/errors/field-errors';
import { useForm } from '@tma/web/forms/use-form';
import type { Words } from '@tma/web/language/words';
import { fitPicture } from '@tma/web/pictures/fit-picture';
import { isTooLarge, pictureProblem, pictureProblemText } from '@tma/web/pictures/picture-problem';
import type { FormMessage } from '@tma/web/ui/form';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useWatch } from 'react-hook-form';
import type { AdminReport } from '../dashboard/segments.ts';
import { t } from '../texts.ts';
import { useSending } from '../use-sending.ts';
import { type Draft, type FileName, type Files, keepFile, keepValues, removeDraft, type Values } from './draft.ts';

/** What was written down, and the report that it became. */
export interface Taken {
  report: AdminReport;
  values: Values;
}

const pinNames = ['lat', 'long', 'accuracy'] as const;

interface CounterForm {
  token: string;
  /** The administrator's id. */
  by: string;
  first: Draft;
  onTaken: (taken: Taken) => void;
}

/** The form of the counter: what is typed is kept at each change, and sent once. */
export function useCounterForm({ token, by, first, onTaken }: CounterForm) {
  const { form, field, optional, submitHandler, rejected, formProps } = useForm<Values>(first.values);
  const { draft, change } = useKeptDraft(by, first, form);
  const issue = useWatch({ control: form.control, name: 'issue' });
  const [lat, long, accuracy] = useWatch({ control: form.control, name: pinNames });
  const pin = {
    value: { lat, long, accuracy },
    onChange: (value: Pick<Values, (typeof pinNames)[number]>) => {
      for (const name of pinNames) form.setValue(name, value[name]);
    },
  };
  const { files, fileErrors, failFile, choose, whenFitted } = useFiles(first.files, (name, file) => {
    change({ files: { ...draft.current.files, [name]: file } });
    keepFile(by, name, file);
  });
  const { share, send, stop } = useSending();

  const submit = submitHandler(async (): Promise<FormMessage | null> => {
    await whenFitted();
    const wrong = fileErrors.image ?? fileErrors.document;
    if (wrong) return { tone: 'error', text: wrong };
    const { values, key } = draft.current;
    try {
      const sent = { body: bodyOf(draft.current), token, headers: { 'idempotency-key': key } };
      const report = await send((transport) => upload('POST /api/counter', { ...sent, ...transport }));
      await removeDraft(by, key);
      onTaken({ report, values });
      return null;
    } catch (error) {
      const name = refusedFile(error);
      if (name) failFile(name, () => newRequestError(error));
      return rejected(error, failureOf(error));
    }
  });
  const currentKey = () => draft.current.key;
  return { field, optional, issue, pin, files, fileErrors, choose, submit, formProps, share, stop, currentKey };
}

/** What is typed, kept at each change. A changed draft is another request, so it gets another key. */
function useKeptDraft(by: string, first: Draft, form: ReturnType<typeof useForm<Values>>['form']) {
  const draft = useRef(first);
  const change = (part: Partial<Draft>) => {
    draft.current = { ...draft.current, ...part, key: crypto.randomUUID() };
    keepValues(by, draft.current);
  };
  const keep = useEffectEvent((values: Values) => change({ values }));
  useEffect(
    () => form.subscribe({ formState: { values: true }, callback: ({ values }) => keep({ ...values }) }),
    [form],
  );
  return { draft, change };
}

/** The form as it is sent: what is empty is left out, and a document where none is asked for. */
function bodyOf({ values, files }: Draft): FormData {
  const body = new FormData();
  for (const [name, value] of Object.entries(values)) if (value.trim()) body.append(name, value);
  if (files.image) body.append('image', files.image);
  if (files.document && documentsOf(values.issue).length > 0) body.append('document', files.document);
  return body;
}

function failureOf(error: unknown): Words {
  if (wasStopped(error)) return () => t('counter.stopped');
  const isUnreachable = error instanceof Error && 'status' in error && error.status === 0;
  return isUnreachable ? () => t('counter.unreachable') : () => newRequestError(error);
}

/** The files that are chosen: a picture is scaled down first, then what is wrong is shown beside the field. */
function useFiles(first: Files, onChange: (name: FileName, file: File | null) => void) {
  const maxMb = useConfig()?.maxUploadMb ?? limits.uploadMb;
  const [files, setFiles] = useState(first);
  const [fileErrors, setErrors] = useState<Partial<Record<FileName, Words>>>({});
  const fitting = useRef<Promise<unknown>>(Promise.resolve());
  const latest = useRef<Partial<Files>>({});

  const failFile = (name: FileName, words: Words | undefined) => setErrors((errors) => ({ ...errors, [name]: words }));
  const take = (name: FileName, file: File | null) => {
    latest.current[name] = file;
    setFiles((now) => ({ ...now, [name]: file }));
    failFile(name, file ? problemOf(name, file, maxMb) : undefined);
    onChange(name, file);
  };
  const choose = (name: FileName, file: File | null) => {
    take(name, file);
    if (name !== 'image' || !file) return;
    fitting.current = fitPicture(file).then((fitted) => {
      // Another may have been chosen meanwhile.
      if (latest.current.image === file && fitted !== file) take('image', fitted);
    });
  };
  return { files, fileErrors, failFile, choose, whenFitted: () => fitting.current };
}

/** What is wrong with a file, in words. Whether a document is a PDF, the server decides. */
function problemOf(name: FileName, file: File, maxMb: number): Words | undefined {
  const problem = name === 'image' ? pictureProblem(file, maxMb) : isTooLarge(file, maxMb) ? 'tooLarge' : null;
  return problem ? () => pictureProblemText(problem, maxMb) : undefined;
}
