<?php
// php integrations/woocommerce/tests/run.php: prints one line per check, ends with 1 when one fails.
require __DIR__ . '/stand-in.php';
require __DIR__ . '/../stablegate/includes/class-stablegate-api.php';
require __DIR__ . '/../stablegate/includes/class-stablegate-gateway.php';

$failed = 0;
function check(string $what, bool $holds): void
{
    global $failed;
    echo $holds ? 'ok   ' : 'FAIL ', $what, PHP_EOL;
    $failed += $holds ? 0 : 1;
}

const SECRET = 'whsec_c2VjcmV0LW9mLXRoZS1zaG9wLTMyLWJ5dGVzLWxvbmch';
$gateway = new Stablegate_Gateway();
$gateway->settings = ['enabled' => 'yes', 'url' => 'https://pay.example.com/', 'api_key' => 'sk_test', 'callback_secret' => SECRET];
$created = fn(string $id) => ['code' => 201, 'body' => json_encode(['data' => ['trans_id' => $id, 'url_payment' => "https://pay.example.com/bill/$id"]])];
$signed = function (array $event, int $at, string $secret = SECRET): array {
    $body = json_encode($event);
    $key = base64_decode(substr($secret, 6));
    $signature = 'v1,' . base64_encode(hash_hmac('sha256', "msg_1.$at.$body", $key, true));
    return [['webhook-id' => 'msg_1', 'webhook-timestamp' => (string) $at, 'webhook-signature' => "v1,old $signature"], $body];
};
$now = 1_800_000_000;

check('available in dollars', $gateway->is_available());
Shop::$currency = 'EUR';
check('not available in euros', !$gateway->is_available());
Shop::$currency = 'USD';

$order = new Order(7, '48.5');
Shop::$answer = $created('T1');
$result = $gateway->process_payment(7);
[$url, $request] = Shop::$sent[0];
$sent = json_decode($request['body'], true);
check('redirects to the payment page', $result === ['result' => 'success', 'redirect' => 'https://pay.example.com/bill/T1']);
check('asks the right address with the key', $url === 'https://pay.example.com/api/v1/payment/invoice' && $request['headers']['X-API-KEY'] === 'sk_test');
check('amount is a decimal string', $sent['amount'] === '48.5000');
check('callback comes back to the shop', $sent['callback_url'] === 'https://shop.example/wc-api/stablegate');
$gateway->process_payment(7);
check('a second click asks for the same invoice', json_decode(Shop::$sent[1][1]['body'], true)['request_id'] === $sent['request_id']);

$event = ['request_id' => $sent['request_id'], 'amount' => '48.500000', 'status' => 'completed', 'trans_id' => 'T1', 'trans_hash' => '0xabc'];
[$headers, $body] = $signed($event, $now, 'whsec_' . base64_encode('another secret'));
check('a wrong signature is refused', $gateway->receive($headers, $body, $now)[0] === 403 && !$order->is_paid());
[$headers, $body] = $signed($event, $now);
check('an old callback is refused', $gateway->receive($headers, $body, $now + 301)[0] === 403);
check('a changed body is refused', $gateway->receive($headers, str_replace('48.5', '0.01', $body), $now)[0] === 403);
$bad = ['webhook-signature' => 'v1,' . str_repeat("\xC3\xA9", 22)] + $headers;
check('a signature that is no ASCII is refused, without an error', $gateway->receive($bad, $body, $now)[0] === 403);
check('a genuine callback completes the order', $gateway->receive($headers, $body, $now)[0] === 200 && $order->status === 'processing' && $order->transaction === '0xabc');
$notes = count($order->notes);
check('a repeated callback changes nothing', $gateway->receive($headers, $body, $now) === [200, 'already paid'] && count($order->notes) === $notes);

foreach (['', 'whsec_', 'whsec_c2hvcnQ=', 'whsec_!', 'whsec_' . base64_encode(str_repeat('k', 23))] as $missing) {
    $gateway->settings['callback_secret'] = $missing;
    [$forged, $text] = $signed(['status' => 'completed'] + $event, $now, $missing);
    check("with the secret '$missing' nothing is sold, and no forged callback is taken", !$gateway->is_available() && $gateway->receive($forged, $text, $now)[0] === 403);
}
$gateway->settings['callback_secret'] = SECRET;

$late = new Order(8, '10');
Shop::$answer = $created('T2');
$gateway->process_payment(8);
$first = json_decode(end(Shop::$sent)[1]['body'], true)['request_id'];
$expired = ['request_id' => $first, 'amount' => '10.000000', 'status' => 'expired', 'trans_id' => 'T2'];
$gateway->receive(...[...$signed($expired, $now), $now]);
$gateway->process_payment(8);
check('after it expired a new invoice is made', json_decode(end(Shop::$sent)[1]['body'], true)['request_id'] !== $first);
$gateway->receive(...[...$signed(['status' => 'completed', 'trans_hash' => '0xdef'] + $expired, $now), $now]);
check('a late payment of the first one still completes the order', $late->is_paid());

$changed = new Order(9, '10');
Shop::$answer = $created('T3');
$gateway->process_payment(9);
$asked = json_decode(end(Shop::$sent)[1]['body'], true)['request_id'];
$changed->total = '25';
$gateway->receive(...[...$signed(['request_id' => $asked, 'amount' => '10.000000', 'status' => 'completed', 'trans_id' => 'T3'], $now), $now]);
check('an order that was changed meanwhile waits for a person', $changed->status === 'on-hold');

$other = $signed(['request_id' => 'wc-9-000000000000-25.0000-0', 'amount' => '25', 'status' => 'completed', 'trans_id' => 'T4'], $now);
check('an order of another shop is acknowledged and left alone', $gateway->receive(...[...$other, $now])[0] === 200 && !$changed->is_paid());
Shop::$answer = ['code' => 402, 'body' => '{"code":"insufficient_balance","message":"Your balance is too low."}'];
check('a refusal is shown as a notice', $gateway->process_payment(9) === ['result' => 'failure'] && count(Shop::$notices) === 1);
Shop::$answer = new WP_Error();
check('no answer too', $gateway->process_payment(9) === ['result' => 'failure']);
exit($failed === 0 ? 0 : 1);
