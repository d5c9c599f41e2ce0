import type { MailText, NoticeText, Texts } from './texts.ts';

const TIME = 'Fecha y hora: {at}.';
const WAS_YOU = 'Si fuiste tú, no tienes que hacer nada.';

/** A change that its owner may not have made, and what they are to do then. */
const change = (
  subject: string,
  fact: string,
  advice = 'Si no fuiste tú, restablece tu contraseña de inmediato y escribe a {support}.',
): NoticeText => ({
  subject,
  paragraphs: [fact, TIME, advice],
  button: 'Revisar tu cuenta',
  footnotes: [WAS_YOU],
  push: fact,
});

const NOT_YOU = 'Si no fuiste tú, no tienes que hacer nada.';
const SWITCHES = 'En tu perfil eliges qué correos te enviamos.';
const QUESTIONS = '¿Preguntas? Escribe a {support}.';

const notices: Texts['notices'] = {
  password_changed: change(
    'Se cambió tu contraseña de {product}',
    'La contraseña de tu cuenta se cambió y se cerró la sesión en todos los demás dispositivos.',
  ),
  two_factor_enabled: change(
    'La verificación en dos pasos de {product} está activada',
    'Para entrar a tu cuenta ahora hace falta un segundo paso, con una app de autenticación o una llave de acceso. Se cerró la sesión en todos los demás dispositivos.',
  ),
  two_factor_disabled: change(
    'La verificación en dos pasos de {product} está desactivada',
    'Para entrar a tu cuenta ya no se pide un segundo paso.',
  ),
  backup_codes_renewed: change(
    'Códigos de respaldo nuevos de {product}',
    'Se crearon códigos de respaldo nuevos para tu cuenta. Los anteriores ya no sirven.',
  ),
  backup_code_used: change(
    'Se usó un código de respaldo de {product}',
    'Se usó un código de respaldo de tu cuenta como segundo paso. No sirve una segunda vez.',
  ),
  passkey_added: change(
    'Se agregó una llave de acceso a tu cuenta de {product}',
    'Se agregó una llave de acceso a tu cuenta, en este dispositivo: {device}. Permite iniciar sesión sin tu contraseña. Una contraseña nueva no lo impide: si la llave no es tuya, quítala en tu perfil.',
  ),
  passkey_removed: change(
    'Se quitó una llave de acceso de tu cuenta de {product}',
    'Se quitó una llave de acceso de tu cuenta y ya no sirve para iniciar sesión.',
  ),
  passkey_copied: change(
    'Se rechazó una copia de tu llave de acceso de {product}',
    'Alguien intentó iniciar sesión con lo que parece una copia de tu llave de acceso, aquí: {device}. No logró entrar. Quita esa llave en tu perfil y agrega una nueva.',
  ),
  identity_linked: change(
    '{provider} ya permite entrar a tu cuenta de {product}',
    'Se vinculó una cuenta de {provider} a tu cuenta y desde ahora permite entrar en ella. Una contraseña nueva no lo impide: si la cuenta no es tuya, desvincúlala en tu perfil.',
  ),
  identity_unlinked: change(
    '{provider} ya no permite entrar a tu cuenta de {product}',
    'La cuenta de {provider} se desvinculó de tu cuenta y ya no permite entrar en ella.',
  ),
  new_device: change(
    'Nuevo inicio de sesión en {product}',
    'Alguien, probablemente tú, inició sesión en tu cuenta desde un dispositivo o lugar que no conocíamos: {device}.',
  ),
  second_factors_refused: change(
    'Códigos incorrectos de la verificación en dos pasos en tu cuenta de {product}',
    'Alguien escribió la contraseña correcta de tu cuenta y después varios códigos incorrectos de la verificación en dos pasos, el último aquí: {device}. No logró entrar, pero puede que conozca tu contraseña.',
  ),
  second_factors_refused_elsewhere: change(
    'Códigos incorrectos de la verificación en dos pasos en tu cuenta de {product}',
    'Alguien inició sesión en {provider} con la cuenta vinculada a la tuya y después escribió varios códigos incorrectos de la verificación en dos pasos, el último aquí: {device}. No logró entrar a tu cuenta.',
    'Si no fuiste tú, protege de inmediato tu cuenta de {provider} o desvincúlala en tu perfil, y escribe a {support}. Una contraseña nueva aquí no lo impide.',
  ),
  passwords_refused: change(
    'Muchas contraseñas incorrectas en tu cuenta de {product}',
    'Alguien probó muchísimas contraseñas incorrectas en tu cuenta, la última aquí: {device}. Ninguna era correcta. Los dispositivos en los que ya iniciaste sesión siguen funcionando; los nuevos se rechazan hasta por un día, salvo que restablezcas tu contraseña.',
  ),
  passwords_refused_known: change(
    'Muchas contraseñas incorrectas en tu cuenta de {product}',
    'Alguien probó muchas contraseñas incorrectas en tu cuenta, en un dispositivo en el que ya iniciaste sesión o con datos copiados de él: {device}. Ninguna era correcta. Una contraseña nueva cierra la sesión en todos los dispositivos.',
  ),
  email_change_requested: change(
    'Una dirección nueva para tu cuenta de {product}',
    'Alguien, probablemente tú, pidió pasar tu cuenta a otra dirección de correo. Todavía no cambió nada: para eso hace falta un código que enviamos a la dirección nueva.',
  ),
  email_changed: change(
    'Se cambió tu dirección de {product}',
    'Tu cuenta ahora tiene otra dirección de correo. Desde ahora nuestros correos llegan a esa.',
    'Si no fuiste tú, escribe de inmediato a {support} desde esta dirección: aquí ya no llega ningún enlace para una contraseña nueva. Si en algún dispositivo tuyo la sesión sigue abierta, vuelve a poner allí esta dirección en tu perfil y después cambia tu contraseña.',
  ),
  data_exported: change(
    'Se descargó una copia de tus datos de {product}',
    'Alguien, probablemente tú, descargó una copia de todos los datos de tu cuenta.',
  ),
  points_credited: {
    subject: 'Recibiste {points}',
    paragraphs: ['Ganaste {points} con {what}. Tu saldo ahora es de {balance}.'],
    button: 'Ver tu historial',
    footnotes: [SWITCHES],
    push: '{what}. Tu saldo es de {balance}.',
  },
  points_reversed: {
    subject: 'Un socio anuló {points}',
    paragraphs: [
      'El socio que pagó por {what} anuló {points}. Tu saldo ahora es de {balance}.',
      'Los socios hacen esto cuando un anunciante no acepta una tarea: no se terminó, ya se había hecho antes o se canceló un pedido. Si tu saldo está por debajo de cero, los puntos nuevos lo compensan.',
      'Si crees que la tarea estaba bien, consulta primero las páginas de ayuda del muro de ofertas y, si no te ayudan, escribe a {support}.',
    ],
    button: 'Ver tu historial',
    footnotes: [SWITCHES],
    push: 'El socio de {what} anuló sus puntos. Tu saldo es de {balance}.',
  },
  pending_reversed: {
    subject: 'Importe pendiente cancelado: {points}',
    paragraphs: [
      'El socio no paga por {what}, así que el importe pendiente no llegará: {points}. Tu saldo sigue siendo de {balance}.',
      'Los socios hacen esto cuando un anunciante no acepta una tarea: no se terminó, ya se había hecho antes o se canceló un pedido.',
      'Si crees que la tarea estaba bien, consulta primero las páginas de ayuda del muro de ofertas y, si no te ayudan, escribe a {support}.',
    ],
    button: 'Ver tu historial',
    footnotes: [SWITCHES],
    push: 'El socio no paga por {what}. Tu saldo sigue siendo de {balance}.',
  },
  debt_met: {
    subject: 'Se descontaron {points} por una cuenta anterior',
    paragraphs: [
      'Una cuenta tuya anterior con el mismo buzón aún debía {points}. Ese importe se descontó de tu saldo, que ahora es de {balance}.',
      'Si tu saldo está por debajo de cero, los puntos nuevos lo compensan.',
      'Si crees que es un error, escribe a {support}.',
    ],
    button: 'Ver tu historial',
    footnotes: [SWITCHES],
    push: 'Una cuenta tuya anterior aún debía esto. Tu saldo ahora es de {balance}.',
  },
  claim_granted: {
    subject: 'Llegó la recompensa que te faltaba: {points}',
    paragraphs: ['Revisamos tu reporte sobre {what} y sumamos {points} a tu cuenta.', '{answer}'],
    button: 'Ver tu historial',
    footnotes: [SWITCHES],
    push: 'Sumamos {points} a tu cuenta por {what}.',
  },
  claim_refused: {
    subject: 'Revisamos tu reporte',
    paragraphs: ['Revisamos tu reporte sobre {what} y no podemos aceptarlo.', '{answer}'],
    button: 'Ver tus tareas',
    footnotes: [QUESTIONS],
    push: 'No podemos aceptar tu reporte sobre {what}. La respuesta está junto a tus reportes.',
  },
  offer_deadline: {
    subject: 'Queda poco tiempo: {what}',
    paragraphs: [
      'Empezaste {what}. El próximo paso debe alcanzarse antes del {at}; después ya no da puntos.',
    ],
    button: 'Ver tus tareas',
    footnotes: [SWITCHES],
    push: 'El próximo paso debe alcanzarse antes del {at}.',
  },
  threshold_reached: {
    subject: 'Tu recompensa está lista',
    paragraphs: ['Tu saldo llegó a {balance}. Puedes canjearlo cuando quieras.'],
    button: 'Canjear tu recompensa',
    footnotes: [SWITCHES],
    push: 'Tu saldo llegó a {balance}. Canjéalo cuando quieras.',
  },
  redemption_issued: {
    subject: 'Tu recompensa de {amount} está lista',
    paragraphs: [
      'Tu recompensa de {amount} fue emitida. La encuentras en la pantalla Tarjetas, con todo lo que necesitas para gastarla.',
    ],
    button: 'Ver mi recompensa',
    footnotes: ['Nunca enviamos números de tarjeta ni códigos por correo.'],
    push: 'La encuentras en la pantalla Tarjetas.',
  },
  redemption_failed: {
    subject: 'No se pudo emitir tu recompensa de {amount}',
    paragraphs: [
      'El emisor rechazó tu recompensa de {amount}. No se perdió nada: tienes {points} de vuelta en tu saldo.',
      'Si tienes alguna pregunta, escribe a {support}.',
    ],
    button: 'Ver mis tarjetas',
    footnotes: [SWITCHES],
    push: 'No se perdió nada: tienes {points} de vuelta en tu saldo.',
  },
  redemption_refused: {
    subject: 'No pudimos darte tu recompensa de {amount}',
    paragraphs: [
      'El equipo de {product} no pudo darte tu recompensa de {amount}. No se perdió nada: tienes {points} de vuelta en tu saldo.',
      '{text}',
    ],
    button: 'Ver mis tarjetas',
    footnotes: [QUESTIONS],
    push: 'No se perdió nada: tienes {points} de vuelta en tu saldo.',
  },
  redemption_in_review: {
    subject: 'Tu recompensa de {amount} tarda un poco más',
    paragraphs: [
      'Tu recompensa de {amount} todavía no se emitió, así que una persona lo está revisando. Tus puntos están apartados para ella y no se pueden perder.',
      'Te avisamos en cuanto se decida.',
    ],
    button: 'Ver mis tarjetas',
    footnotes: [SWITCHES],
    push: 'Una persona lo está revisando. Tus puntos están apartados para ella.',
  },
  redemption_late: {
    subject: 'Tu recompensa de {amount} tarda un poco más',
    paragraphs: [
      'Tu recompensa de {amount} tarda más de lo que prometimos: la entrega nuestro propio equipo, que todavía no pudo hacerlo. Tus puntos están apartados para ella y no se pueden perder.',
      'Te avisamos en cuanto esté lista. Si no podemos dártela, recuperas tus puntos y te decimos por qué.',
    ],
    button: 'Ver mis tarjetas',
    footnotes: [SWITCHES],
    push: 'La entrega nuestro propio equipo. Tus puntos están apartados para ella.',
  },
  redemption_details: {
    subject: 'Tu tarjeta de {amount} espera tus datos',
    paragraphs: [
      'El emisor necesita tu dirección de facturación para emitir tu tarjeta de {amount}, y que tu nombre del perfil esté en letras latinas (A–Z).',
      'Indica tu dirección de facturación en la pantalla Tarjetas. Tu tarjeta sigue su curso en cuanto el emisor tenga ambas cosas. Si ya diste ambas cosas, el emisor no aceptó una de ellas: revisa cada línea.',
    ],
    button: 'Ver mis tarjetas',
    footnotes: [QUESTIONS],
    push: 'El emisor necesita tu dirección de facturación y un nombre en letras latinas.',
  },
  award_issued: {
    subject: '{product} te regaló una tarjeta de {amount}',
    paragraphs: [
      'El equipo de {product} te regaló una tarjeta de {amount}. No te costó ningún punto.',
      '{text}',
      'La encuentras en la pantalla Tarjetas, con todo lo que necesitas para gastarla.',
    ],
    button: 'Ver mi tarjeta',
    footnotes: ['Nunca enviamos números de tarjeta por correo.'],
    push: 'No te costó ningún punto. La encuentras en la pantalla Tarjetas.',
  },
  award_failed: {
    subject: 'No se pudo emitir la tarjeta de {amount} que te regalamos',
    paragraphs: [
      'El equipo de {product} te regaló una tarjeta de {amount}, pero no se pudo emitir. No te costó ningún punto.',
      '{text}',
      'Si tienes alguna pregunta, escribe a {support}.',
    ],
    button: 'Ver mis tarjetas',
    footnotes: [SWITCHES],
    push: 'No te costó ningún punto. El motivo está en la pantalla Tarjetas.',
  },
  points_added: {
    subject: 'Recibiste {points} de {product}',
    paragraphs: ['El equipo de {product} sumó {points} a tu saldo, que ahora es de {balance}.', '{text}'],
    button: 'Ver mi saldo',
    footnotes: [SWITCHES],
    push: 'Nuestro equipo los sumó a tu saldo, que ahora es de {balance}.',
  },
  points_removed: {
    subject: 'Se descontaron {points} de tu saldo',
    paragraphs: [
      'El equipo de {product} descontó {points} de tu saldo, que ahora es de {balance}.',
      '{text}',
      'Si crees que es un error, escribe a {support}.',
    ],
    button: 'Ver mi saldo',
    footnotes: [QUESTIONS],
    push: 'Tu saldo ahora es de {balance}. El motivo está en el correo.',
  },
  redemption_checked: {
    subject: 'Revisamos tu recompensa de {amount} antes de emitirla',
    paragraphs: [
      'Una persona de nuestro equipo revisa tu canje de {points} antes de que se emita tu recompensa de {amount}. Tus puntos están apartados para ella y no se pueden perder.',
      'En la pantalla Tarjetas ves hasta cuándo se decide. No tienes que hacer nada, salvo que te preguntemos algo ahí.',
    ],
    button: 'Ver mis tarjetas',
    footnotes: [QUESTIONS],
    push: 'Una persona la revisa primero. Tus puntos están apartados para ella.',
  },
  redemption_question: {
    subject: 'Una pregunta sobre tu recompensa de {amount}',
    paragraphs: [
      'Antes de que se pueda emitir tu recompensa de {amount}, nuestro equipo te pregunta:',
      '{text}',
      'Responde en la pantalla Tarjetas. Tus puntos están apartados para ella y no se pueden perder.',
    ],
    button: 'Responder',
    footnotes: [QUESTIONS],
    push: 'Nuestro equipo te pregunta algo. Responde en la pantalla Tarjetas.',
  },
  review_refunded: {
    subject: 'Tienes {points} de vuelta en tu saldo',
    paragraphs: [
      'Después de una revisión, tu recompensa de {amount} no se emitió. Tienes {points} de vuelta en tu saldo.',
      '{text}',
    ],
    button: 'Ver mis tarjetas',
    footnotes: [QUESTIONS],
    push: 'Tu recompensa de {amount} no se emitió después de una revisión.',
  },
  review_lapsed: {
    subject: 'Tienes {points} de vuelta en tu saldo',
    paragraphs: [
      'No pudimos decidir a tiempo sobre tu recompensa de {amount}, así que no se emitió. Tienes {points} de vuelta en tu saldo.',
      'Lamentamos la espera.',
    ],
    button: 'Ver mis tarjetas',
    footnotes: [QUESTIONS],
    push: 'No pudimos decidir a tiempo sobre tu recompensa de {amount}.',
  },
  review_stopped: {
    subject: 'Tienes {points} de vuelta en tu saldo',
    paragraphs: [
      'Tu cuenta estaba en pausa o suspendida cuando terminó el plazo para decidir sobre tu recompensa de {amount}, así que no se emitió. Tienes {points} de vuelta en tu saldo.',
      'Cuando tu cuenta vuelva a estar activa, podrás canjear de nuevo.',
    ],
    button: 'Ver mis tarjetas',
    footnotes: [QUESTIONS],
    push: 'Tu cuenta estaba en pausa o suspendida, así que tu recompensa de {amount} no se emitió.',
  },
  review_overdue: {
    subject: 'Un canje de {amount} espera una decisión',
    paragraphs: [
      'Un canje de {amount} está en revisión y ya pasó la mitad del plazo. Cuando el plazo termine, el sitio decide según sus ajustes.',
    ],
    button: 'Abrir las revisiones',
    footnotes: [],
    push: 'Ya pasó la mitad del plazo para revisarlo.',
  },
  webhook_stopped: {
    subject: 'El webhook a {what} está apagado',
    paragraphs: [
      'Ya no se envían eventos a {what}: respondió que no quiere más o no recibió nada en cinco días. Lo que pase desde ahora no se le comunica.',
      'Cuando el otro sistema vuelva a funcionar, activa el webhook y envía otra vez lo que falló.',
    ],
    button: 'Abrir los webhooks',
    footnotes: [],
    push: 'No quiere más eventos o no recibió ninguno en cinco días.',
  },
  redemption_returned: {
    subject: 'Se canceló tu recompensa de {amount}',
    paragraphs: [
      'El emisor canceló tu recompensa de {amount} antes de que se gastara algo. No se perdió nada: tienes {points} de vuelta en tu saldo.',
    ],
    button: 'Ver mis tarjetas',
    footnotes: [SWITCHES],
    push: 'No se había gastado nada: tienes {points} de vuelta en tu saldo.',
  },
  redemption_withdrawn: {
    subject: 'Se canceló tu recompensa de {amount}',
    paragraphs: [
      'El emisor canceló tu recompensa de {amount}, así que ya no se puede usar. No se devolvieron puntos por ella.',
      'Si crees que es un error, escribe a {support}. Una persona lo revisa.',
    ],
    button: 'Ver mis tarjetas',
    footnotes: [SWITCHES],
    push: 'Ya no se puede usar. El motivo está en la pantalla Tarjetas.',
  },
  reward_ending: {
    subject: 'Tu recompensa de {amount} vence pronto',
    paragraphs: [
      'Puedes usar tu recompensa de {amount} hasta el {day}; después ya no. La encuentras en la pantalla Tarjetas.',
      'Si ya la usaste, no tienes que hacer nada.',
    ],
    button: 'Ver mi recompensa',
    footnotes: [SWITCHES],
    push: 'Puedes usarla hasta el {day}.',
  },
  account_suspended: {
    subject: 'Tu cuenta de {product} está suspendida',
    paragraphs: [
      'Tu cuenta está suspendida. Nadie puede entrar en ella y no se emite nada desde ella. No se quitan puntos por esto, pero los socios aún pueden anular lo que pagaron.',
      'El motivo: {reason}.',
      '{text}',
      'Puedes responder: entra como siempre y verás dónde. Una persona lo lee y decide.',
    ],
    button: 'Entrar',
    footnotes: [QUESTIONS],
    push: 'Tu cuenta está suspendida.',
  },
  account_reinstated: {
    subject: 'Tu cuenta de {product} vuelve a estar abierta',
    paragraphs: ['La suspensión de tu cuenta terminó. Puedes entrar como antes.', '{answer}'],
    button: 'Entrar',
    footnotes: [QUESTIONS],
    push: 'Puedes volver a entrar.',
  },
  suspension_kept: {
    subject: 'Revisamos tu respuesta',
    paragraphs: ['Revisamos tu respuesta y tu cuenta sigue suspendida.', '{answer}'],
    button: 'Entrar',
    footnotes: [QUESTIONS],
    push: 'Tu cuenta sigue suspendida.',
  },
  account_paused: {
    subject: 'Tus canjes de {product} están en pausa',
    paragraphs: [
      'Los canjes de tu cuenta están en pausa. Puedes entrar, verlo todo y seguir ganando, y tus puntos siguen siendo tuyos.',
      'El motivo: {reason}.',
      '{text}',
      'Puedes responder en tu perfil. Una persona lo lee y decide.',
    ],
    button: 'Leer y responder',
    footnotes: [QUESTIONS],
    push: 'En tu perfil están el motivo y cómo responder.',
  },
  api_key_created: {
    subject: 'Se creó una nueva clave de API de {product}',
    paragraphs: [
      'Un propietario de {product} creó la clave de API «{keyName}» ({beginning}…). Quien la tenga puede usar la parte de administración de {product}. La lista de claves dice quién la creó, qué puede hacer y hasta cuándo.',
      'Si nadie de tu equipo la quería, revócala de inmediato.',
    ],
    button: 'Ver las claves de API',
    footnotes: ['Todos los propietarios reciben este correo.'],
    push: 'Un propietario creó la clave «{keyName}».',
  },
  webhook_addressed: {
    subject: 'Un webhook de {product} tiene una dirección nueva',
    paragraphs: [
      'Un propietario de {product} creó un webhook o le dio a uno una dirección nueva: los eventos del sitio ahora van a {what}. La lista de webhooks dice qué eventos, y el registro de auditoría, quién lo hizo.',
      'Si nadie de tu equipo quería esto, elimina el webhook enseguida.',
    ],
    button: 'Abrir los webhooks',
    footnotes: ['Todos los propietarios reciben este correo.'],
    push: 'Los eventos del sitio ahora van a {what}.',
  },
  staff_changed: {
    subject: 'Cambió un rol de administración de {product}',
    paragraphs: [
      'Alguien recibió un rol de administración en {product}, otro distinto, o ya no tiene ninguno. La lista del equipo dice quién tiene cada rol, y el registro de auditoría, quién lo cambió.',
      'Si nadie de tu equipo quería esto, quita el rol enseguida.',
    ],
    button: 'Ver el equipo',
    footnotes: ['Todos los propietarios reciben este correo.'],
    push: 'Alguien recibió un rol de administración, otro distinto, o ya no tiene ninguno.',
  },
  staff_suspension: {
    subject: 'Se suspendió a un administrador de {product}, o terminó una suspensión',
    paragraphs: [
      'Se suspendió a alguien con un rol de administración en {product}, o terminó su suspensión. El registro de auditoría dice de quién se trata y quién lo hizo.',
      'Si nadie de tu equipo quería esto, deshazlo enseguida.',
    ],
    button: 'Abrir el registro de auditoría',
    footnotes: ['Todos los propietarios reciben este correo.'],
    push: 'Se suspendió a un administrador, o terminó una suspensión.',
  },
  connection_ended: {
    subject: 'Se desactivó una clave de API o un webhook de {product}',
    paragraphs: [
      'Un propietario de {product} revocó una clave de API, quitó o apagó un webhook, o le retiró eventos: {what}. Lo que dependía de ello puede dejar de funcionar. El registro de auditoría dice quién lo hizo.',
      'Si nadie de tu equipo quería esto, reemplázalo enseguida.',
    ],
    button: 'Abrir el registro de auditoría',
    footnotes: ['Todos los propietarios reciben este correo.'],
    push: 'Lo que dependía de {what} puede dejar de funcionar.',
  },
  staff_factor_reset: {
    subject: 'Se restableció el segundo paso de alguien de la administración de {product}',
    paragraphs: [
      'En la línea de comandos del servidor se quitaron el segundo paso y todas las llaves de acceso de alguien con un rol de administración en {product}. Hasta que los configure de nuevo, su contraseña sola basta para entrar. El registro de auditoría dice de quién se trata.',
      'Si nadie de tu equipo quería esto, quita el rol enseguida.',
    ],
    button: 'Ver el equipo',
    footnotes: ['Todos los propietarios reciben este correo.'],
    push: 'Se restableció el segundo paso de alguien de la administración.',
  },
  staff_role_changed: {
    subject: 'Tu rol en {product} cambió',
    paragraphs: [
      'Recibiste un rol de administración en {product}, otro distinto, o ya no tienes ninguno. Se cerró tu sesión en todas partes. Inicia sesión de nuevo para ver qué puedes hacer ahora.',
    ],
    button: 'Abrir mi perfil',
    footnotes: ['Si esto te sorprende, escribe a {support}.'],
    push: 'Se cerró tu sesión en todas partes.',
  },
  account_resumed: {
    subject: 'Tus canjes de {product} están abiertos de nuevo',
    paragraphs: ['La pausa de tu cuenta terminó. Puedes canjear tus puntos como antes.'],
    button: 'Ir a tu perfil',
    footnotes: [QUESTIONS],
    push: 'Puedes canjear tus puntos como antes.',
  },
  appeal_granted: {
    subject: 'Revisamos tu respuesta',
    paragraphs: ['Revisamos tu respuesta y la pausa de tu cuenta terminó.', '{answer}'],
    button: 'Ir a tu perfil',
    footnotes: [QUESTIONS],
    push: 'La pausa de tu cuenta terminó.',
  },
  appeal_kept: {
    subject: 'Revisamos tu respuesta',
    paragraphs: [
      'Revisamos tu respuesta y la pausa de tu cuenta se mantiene por ahora. Tus puntos siguen siendo tuyos.',
      '{answer}',
    ],
    button: 'Ir a tu perfil',
    footnotes: [QUESTIONS],
    push: 'La pausa se mantiene por ahora. Mira tu perfil.',
  },
};

const mails: Record<keyof Texts['mails'], MailText> = {
  verificationCode: {
    subject: '{code} es tu código de {product}',
    paragraphs: [
      '¡Te damos la bienvenida! Ingresa este código para confirmar tu correo y terminar el registro:',
    ],
    button: 'Confirmar en este dispositivo',
    footnotes: [
      'El código vale {minutes} minutos. Uno más reciente lo anula.',
      'Si no te registraste, ignora este correo: sin el código no hay cuenta. No le des el código a nadie.',
    ],
  },
  alreadyMember: {
    subject: 'Ya tienes una cuenta de {product}',
    paragraphs: [
      'Alguien, probablemente tú, intentó registrarse en {product} con esta dirección. Ya tiene una cuenta, así que no se cambió nada.',
      'Inicia sesión con tu contraseña. Si la olvidaste, elige ahí «¿Olvidaste tu contraseña?».',
    ],
    button: 'Iniciar sesión',
    footnotes: [NOT_YOU],
  },
  resetLink: {
    subject: 'Restablece tu contraseña de {product}',
    paragraphs: ['Alguien, probablemente tú, pidió restablecer la contraseña de tu cuenta.'],
    button: 'Elegir una contraseña nueva',
    footnotes: [
      'El enlace sirve una vez y vence en {hours} hora. Uno más reciente lo anula.',
      'Si no fuiste tú, ignora este correo: tu contraseña queda como está.',
    ],
  },
  emailChangeCode: {
    subject: '{code} confirma tu dirección nueva de {product}',
    paragraphs: ['Ingresa este código en tu perfil para pasar tu cuenta a esta dirección:'],
    footnotes: [
      'El código vale {minutes} minutos. Uno más reciente lo anula.',
      'Si no lo pediste, ignora este correo: nada cambia sin el código. No le des el código a nadie.',
    ],
  },
  emailTaken: {
    subject: 'Esta dirección ya tiene una cuenta de {product}',
    paragraphs: [
      'Alguien pidió pasar otra cuenta de {product} a esta dirección. Ya tiene su propia cuenta, así que no se cambió nada.',
    ],
    footnotes: [NOT_YOU],
  },
  farewell: {
    subject: 'Tu cuenta de {product} se eliminó',
    paragraphs: [
      'Tu cuenta se eliminó y tus datos personales se borraron. Las recompensas que aún estaban en camino ya no se pueden recoger. Quedan registros bajo un número aleatorio y quizá una huella de tu buzón, durante el tiempo que indica la política de privacidad. Gracias por haber estado aquí.',
      TIME,
      'Si no fuiste tú, escribe a {support} de inmediato. Los datos eliminados no se pueden recuperar.',
    ],
    footnotes: ['Este es el último correo a esta dirección. Puedes registrarte de nuevo cuando quieras.'],
  },
  farewellToEarlier: {
    subject: 'Se eliminó una cuenta de {product} que tenía esta dirección',
    paragraphs: [
      'Se eliminó una cuenta de {product} que hasta hace poco tenía esta dirección.',
      TIME,
      'Si no fuiste tú quien la pasó a otra dirección y la eliminó, escribe de inmediato a {support} desde esta dirección. Los datos eliminados no se pueden recuperar.',
    ],
    footnotes: [WAS_YOU],
  },
};

/** Spanish, as it is understood in all of Latin America. */
export const es: Texts = {
  points: { one: '{count} punto', many: '{count} de puntos', other: '{count} puntos' },
  notices,
  mails,
  pauseReasons: {
    many_accounts: 'parece que varias cuentas son de una misma persona',
    disposable_email: 'la cuenta usa una dirección de correo desechable',
    unusual_speed: 'se terminaron tareas inusualmente rápido',
    many_reversals: 'los socios anularon muchos puntos',
    region: 'la cuenta parece usarse desde una región que no atendemos',
    staff_review: 'una persona de nuestro equipo está revisando la cuenta',
  },
  pass: {
    description: 'Pase de recompensa de {product}',
    value: 'Valor',
    issued: 'Emitido',
    expires: 'Válido hasta',
    reference: 'Referencia',
    about: 'Sobre este pase',
    note: 'Este pase te recuerda tu recompensa. No es una tarjeta de pago, no paga sin contacto y no contiene ningún código. Tu recompensa está en tu cuenta de {product}.',
    brief: 'Este pase no paga. Tu recompensa está en {product}.',
    open: 'Abrir {product}',
    test: 'PASE DE PRUEBA',
  },
  unsubscribe: {
    why: 'Recibes este correo porque aceptaste novedades y ofertas de {product}.',
    link: 'Darme de baja',
    title: 'Darte de baja',
    question:
      '¿Quieres dejar de recibir novedades y ofertas de {product} por correo? Los correos sobre tu cuenta seguirán llegando.',
    button: 'Darme de baja',
    doneTitle: 'Te diste de baja',
    done: 'Ya no te enviaremos novedades ni ofertas. Puedes volver a aceptarlas en tu perfil.',
    invalidTitle: 'Este enlace no funciona',
    invalid:
      'El enlace está incompleto. Ábrelo de nuevo desde el correo o desactiva los correos promocionales en tu perfil.',
    home: 'Ir a {product}',
  },
};
